// What the card has and a processor has not, for kernels that are tried on a processor, and how their
// jobs are read. Only one thread runs at a time, and a turn is not interrupted.

#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#define INLINE static inline

template <typename T>
INLINE T swap(T* at, T value) {
    const T old = *at;
    *at = value;
    return old;
}

template <typename T>
INLINE T atomicAdd(T* at, T value) {
    return swap(at, *at + value);
}

template <typename T>
INLINE T atomicSub(T* at, T value) {
    return swap(at, *at - value);
}

template <typename T>
INLINE T atomicMin(T* at, T value) {
    return swap(at, value < *at ? value : *at);
}

template <typename T>
INLINE T atomicMax(T* at, T value) {
    return swap(at, value > *at ? value : *at);
}

template <typename T>
INLINE T atomicAnd(T* at, T value) {
    return swap(at, *at & value);
}

template <typename T>
INLINE T atomicOr(T* at, T value) {
    return swap(at, *at | value);
}

template <typename T>
INLINE T atomicExch(T* at, T value) {
    return swap(at, value);
}

template <typename T>
INLINE T atomicCAS(T* at, T expected, T value) {
    return swap(at, *at == expected ? value : *at);
}

[[noreturn]] static void fail(const char* why) {
    std::fprintf(stderr, "%s\n", why);
    std::exit(2);
}

template <typename T>
static std::vector<T> read(size_t count) {
    std::vector<T> values(count);
    if (count > 0 && std::fread(values.data(), sizeof(T), count, stdin) != count) {
        fail("the job is too short");
    }
    return values;
}

static void demand(bool holds, const char* why) {
    if (!holds) {
        fail(why);
    }
}
