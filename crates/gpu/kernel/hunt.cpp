// Runs a job of `hunt.cu` on the processor: several blocks, whose threads take turns in a random
// order, so that work changes hands at all kinds of moments.
//
//     g++ -std=c++14 -O1 -Wall -Wextra -Werror hunt.cpp -o hunt && ./hunt < job > result
//
// LOOK, UNIT and TRIES can be set (-DLOOK=1), so that even a small tree is shared by many threads.
//
// A job is read from standard input, little-endian. First 25 words of 32 bits:
//
//     magic 0x5448514d ("MQHT"), version 4, n, seen, words, colours, keys, most_entries, halves,
//     rows, cap, least, missing, blocks, threads, seed (2 words, the lower one first),
//     trace (0 or 1), halt_after (2 words, the lower one first: turns after which to halt; 0 never),
//     levels, level, share, pace, ahead
//
// then the arrays of a `Job`, with nothing in between, just as they would lie on the card:
//
//     counts        u32  halves
//     entries       u32  halves * most_entries
//     bounds        u16  halves * (keys + 2)
//     seen_entries  u32  halves * seen
//     start_at      u32  halves + 1
//     starts        u32  start_at[halves] * ahead
//     steps         u16  n * 4
//     allowed       u8   rows * levels * n
//
// Here a block may have any number of threads up to MOST_THREADS. Lines of text go to standard
// output, of numbers in base ten unless they are said to be hexadecimal:
//
//     node H X      if traced, for each tile laid: the half, and the path as 16 hexadecimal digits,
//                   the FNV-1a hash (64 bits) of the bytes of its entries, which are little-endian
//     half H nodes N late L steps S fewest F ended E level V tally T...    F is 4294967295 if there
//                   is none, T are TALLIES numbers
//     board H E...  for each half that has one: its entries, each 8 hexadecimal digits
//     missing M
//     gifts G       how often work was handed over
//
// The exit status is 2 if the job cannot be read.

#include "processor.h"

INLINE unsigned look(const unsigned* word) {
    return *word;
}

INLINE void put(unsigned* word, unsigned value) {
    *word = value;
}

INLINE void fence() {}

INLINE unsigned lowest(unsigned word) {
    return (unsigned)__builtin_ctz(word);
}

struct Block;
struct Thread;
static void laid(const Block& b, const Thread& t);
#define LAID(block, thread) laid(block, thread)

#include "hunt.cu"

static bool traced = false;

/// Writes the path that a tile was laid on, if asked to.
static void laid(const Block& b, const Thread& t) {
    if (!traced) {
        return;
    }
    u64 hash = 0xcbf29ce484222325ull;
    for (u32 i = 0; i < 4 * t.depth; i++) {
        hash = (hash ^ (t.placed[i / 4] >> i % 4 * 8 & 0xff)) * 0x100000001b3ull;
    }
    std::printf("node %u %016llx\n", b.half, hash);
}

/// The shared memory of a block, in bytes.
static size_t shared_bytes(const Job& job, u32 threads) {
    const size_t each = 8 + 4 + 4 * (size_t)job.words;
    const size_t once = 4 * (WORDS + MOST_THREADS / 32);
    const size_t tables = 8 * (size_t)job.n + 4 * (size_t)job.most_entries + 2 * (job.keys + 2);
    return tables + each * threads + once;
}

/// A thread with its own memory, as the card would keep it.
struct Runner {
    std::vector<u32> placed;
    std::vector<Pair> levels;
    Thread thread;
};

/// A block that runs, with those of its threads that are not through.
struct Group {
    // Not initialized: nothing may be read that was not written before.
    void* memory;
    Block block;
    std::vector<Runner> runners;
    std::vector<u32> going;

    Group(const Job& job, u32 threads, u32 number)
        : memory(std::malloc(shared_bytes(job, threads))),
          block(carve(job, memory, threads, number)),
          runners(threads) {
        for (Runner& runner : runners) {
            runner.placed.resize(job.n + job.seen);
            runner.levels.resize(job.n);
        }
    }
    Group(const Group&) = delete;
    ~Group() { std::free(memory); }

    /// Takes the next half. False if there is none.
    bool start() {
        take(block);
        block.half = block.shared[HALF];
        if (block.half >= block.job.halves) {
            return false;
        }
        for (u32 id = 0; id < block.threads; id++) {
            load(block, id);
        }
        for (u32 id = 0; id < block.threads; id++) {
            Runner& runner = runners[id];
            runner.thread = begin(block, id, runner.placed.data(), runner.levels.data());
            going.push_back(id);
        }
        return true;
    }
};

int main() {
    const std::vector<u32> head = read<u32>(25);
    demand(head[0] == 0x5448514d && head[1] == 4, "this is no job");
    Job job = {};
    job.n = head[2];
    job.seen = head[3];
    job.words = head[4];
    job.colours = head[5];
    job.keys = head[6];
    job.most_entries = head[7];
    job.halves = head[8];
    job.rows = head[9];
    job.cap = head[10];
    job.least = head[11];
    job.levels = head[20];
    job.level = head[21];
    job.share = head[22];
    job.pace = head[23];
    job.ahead = head[24];
    u32 missing = head[12];
    const u32 blocks = head[13], threads = head[14];
    std::mt19937_64 dice(head[15] | (u64)head[16] << 32);
    traced = head[17] != 0;
    const u64 halt_after = head[18] | (u64)head[19] << 32;
    demand(job.n >= 1 && job.n <= MOST_STEPS, "n is out of range");
    demand(job.ahead < job.n, "too much is laid ahead");
    demand(job.seen <= MOST_SEEN, "there is too much to be seen");
    demand(job.words >= 1 && job.words <= MOST_WORDS, "words is out of range");
    demand(job.colours >= 1 && job.colours <= 32, "colours is out of range");
    demand(job.keys <= 65534 && job.most_entries <= 65535, "the tables are too large");
    demand(job.rows >= 1 && job.rows <= MOST_BREAKS, "rows is out of range");
    demand(job.levels >= 1 && job.level < job.levels, "level is out of range");
    demand(job.halves <= 1u << 20 && blocks >= 1 && blocks <= 1024, "there are too many");
    demand(threads >= 1 && threads <= MOST_THREADS, "threads is out of range");

    const std::vector<u32> counts = read<u32>(job.halves);
    const std::vector<u32> entries = read<u32>((size_t)job.halves * job.most_entries);
    const std::vector<u16> bounds = read<u16>((size_t)job.halves * (job.keys + 2));
    const std::vector<u32> seen = read<u32>((size_t)job.halves * job.seen);
    const std::vector<u32> start_at = read<u32>((size_t)job.halves + 1);
    const std::vector<u32> starts = read<u32>((size_t)start_at[job.halves] * job.ahead);
    const std::vector<u16> steps = read<u16>((size_t)job.n * 4);
    const std::vector<u8> allowed = read<u8>((size_t)job.rows * job.levels * job.n);
    demand(std::fgetc(stdin) == EOF, "the job is too long");
    for (u32 count : counts) {
        demand(count <= job.most_entries, "a half has too many entries");
    }

    std::vector<u32> paths((size_t)blocks * threads * job.n);
    std::vector<u32> tally((size_t)job.halves * TALLIES);
    std::vector<u64> work((size_t)job.halves * 3);
    std::vector<u32> ends((size_t)job.halves * 3), boards((size_t)job.halves * job.n);
    for (u32 i = 0; i < job.halves; i++) {
        ends[3 * i] = NONE;
    }
    u32 next = 0, halt = 0;
    job.counts = counts.data();
    job.entries = entries.data();
    job.bounds = bounds.data();
    job.seen_entries = seen.data();
    job.start_at = start_at.data();
    job.starts = starts.data();
    job.steps = steps.data();
    job.allowed = allowed.data();
    job.paths = paths.data();
    job.next = &next;
    job.missing = &missing;
    job.halt = &halt;
    job.tally = tally.data();
    job.work = work.data();
    job.ends = ends.data();
    job.boards = boards.data();

    std::vector<Group*> running;
    for (u32 i = 0; i < blocks; i++) {
        Group* const group = new Group(job, threads, i);
        if (group->start()) {
            running.push_back(group);
        } else {
            delete group;
        }
    }
    u64 turns = 0, gifts = 0;
    while (!running.empty()) {
        const size_t which = dice() % running.size();
        Group& group = *running[which];
        const size_t place = dice() % group.going.size();
        const u32 id = group.going[place];
        Thread& thread = group.runners[id].thread;
        // Mostly short stretches, some long ones; an idle thread has one turn.
        const u64 stretch = 1 + (dice() & ((1u << dice() % 10) - 1));
        bool on = true;
        for (u64 i = 0; on && i < stretch; i++) {
            const bool idle = thread.idle;
            on = turn(group.block, thread);
            gifts += idle && !thread.idle;
            turns++;
            halt |= turns == halt_after;
            if (thread.idle) {
                break;
            }
        }
        if (on) {
            continue;
        }
        tell(group.block, thread);
        group.going[place] = group.going.back();
        group.going.pop_back();
        if (group.going.empty()) {
            finish(group.block);
            if (!group.start()) {
                delete running[which];
                running[which] = running.back();
                running.pop_back();
            }
        }
    }

    for (u32 i = 0; i < job.halves; i++) {
        const u64* const w = &work[3 * (size_t)i];
        const u32* const e = &ends[3 * (size_t)i];
        std::printf("half %u nodes %llu late %llu steps %llu fewest %u ended %u level %u tally", i, w[0],
                    w[1], w[2], e[0], e[1], e[2]);
        for (u32 breaks = 0; breaks < TALLIES; breaks++) {
            std::printf(" %u", tally[(size_t)i * TALLIES + breaks]);
        }
        std::printf("\n");
    }
    for (u32 i = 0; i < job.halves; i++) {
        if (ends[3 * (size_t)i] != NONE) {
            std::printf("board %u", i);
            for (u32 d = 0; d < job.n; d++) {
                std::printf(" %08x", boards[(size_t)i * job.n + d]);
            }
            std::printf("\n");
        }
    }
    std::printf("missing %u\ngifts %llu\n", missing, gifts);
}
