// Runs a job of `beam.cu` on the processor: what a kernel does for each board or way is done in a random
// order.
//
//     g++ -std=c++14 -O1 -Wall -Wextra -Werror beam.cpp -o beam && ./beam < job > result
//
// STEP, BINS and PART can be set (-DSTEP=0), so that ways are told apart that are rated nearly the same.
//
// A job is read from standard input, little-endian. First 17 words of 32 bits:
//
//     magic 0x4d42514d ("MQBM"), version 1, seed, and the last 14 words of a `Beam`
//
// then its tables, just as they would lie on the card, each after its number of elements, which is a
// word: spots, looks, bounds, entries, ordered, paired, worth, tile_marks, front_marks, and the words of
// the board that all begin with. Lines of text go to standard output:
//
//     depth D ways N boards B...   the boards with D tiles, their words in hexadecimal, with commas between
//     promise P...                 of all boards of the last depth
//     board P L...                 of each of the `wanted` most promising ones: its promise and its looks

#include "processor.h"

#include <algorithm>
#include <numeric>

INLINE unsigned reserve(unsigned* taken, unsigned places) {
    return atomicAdd(taken, places);
}

#include "beam.cu"

/// The next table of the job.
template <typename T>
static std::vector<T> table() {
    return read<T>(read<u32>(1)[0]);
}

int main() {
    const std::vector<u32> head = read<u32>(17);
    demand(head[0] == 0x4d42514d && head[1] == 1, "this is no job");
    std::mt19937_64 dice(head[2]);
    Beam b = {};
    u32* const sizes[] = {&b.cells,   &b.width,  &b.stride, &b.words,   &b.fronts, &b.kinds, &b.columns,
                          &b.colours, &b.shown,  &b.shift,  &b.lacking, &b.room,   &b.mask,  &b.wanted};
    for (u32 i = 0; i < 14; i++) {
        *sizes[i] = head[3 + i];
    }
    const std::vector<u32> spots = table<u32>(), looks = table<u32>(), bounds = table<u32>();
    const std::vector<u16> entries = table<u16>();
    const std::vector<int> ordered = table<int>(), paired = table<int>(), worth = table<int>();
    const std::vector<u64> tile_marks = table<u64>(), front_marks = table<u64>();
    const std::vector<u32> first = table<u32>();
    demand(std::fgetc(stdin) == EOF, "the job is too long");
    demand(first.size() == b.stride && spots.size() == 6 * b.cells, "the job does not fit together");

    const size_t width = b.width, room = b.room, cells = b.cells;
    std::vector<u32> even(width * b.stride), odd(width * b.stride), parents(room), kept(room);
    std::vector<u32> chosen(width), known_words((cells + 1) * WORDS), all_bins(cells * BINS);
    std::vector<u32> sums(PARTS), link_boards(cells * width), which(b.wanted);
    std::vector<int> scores(room), promise(width);
    std::vector<u16> way_looks(room), link_looks(cells * width), paths(b.wanted * cells);
    // Not nought: what is left of the depth before must not count.
    std::vector<u64> marks(room), twins((size_t)b.mask + 1, 7);
    std::copy(first.begin(), first.end(), even.begin());
    b.spots = spots.data();
    b.looks = looks.data();
    b.bounds = bounds.data();
    b.entries = entries.data();
    b.ordered = ordered.data();
    b.paired = paired.data();
    b.worth = worth.data();
    b.tile_marks = tile_marks.data();
    b.front_marks = front_marks.data();
    b.even = even.data();
    b.odd = odd.data();
    b.scores = scores.data();
    b.parents = parents.data();
    b.way_looks = way_looks.data();
    b.marks = marks.data();
    b.kept = kept.data();
    b.chosen = chosen.data();
    b.table = twins.data();
    b.known = known_words.data();
    b.bins = all_bins.data();
    b.sums = sums.data();
    b.link_boards = link_boards.data();
    b.link_looks = link_looks.data();
    b.promise = promise.data();
    b.which = which.data();
    b.paths = paths.data();
    known(b, 0)[BOARDS] = 1;

    const auto each = [&](u32 limit, auto what) {
        std::vector<u32> order(limit);
        std::iota(order.begin(), order.end(), 0);
        std::shuffle(order.begin(), order.end(), dice);
        std::for_each(order.begin(), order.end(), what);
    };
    for (u32 depth = 0; depth < b.cells; depth++) {
        u32* const k = known(b, depth);
        each(k[BOARDS], [&](u32 i) {
            const u32 place = reserve(&k[WAYS], count_ways(b, depth, i));
            atomicMax(&k[BEST], rate_ways(b, depth, i, place));
        });
        const u32 last = last_place(b, depth);
        std::fill(twins.begin(), twins.begin() + last + 1, 0);
        each(ways(b, depth), [&](u32 i) {
            if (sift_way(b, depth, i, last)) {
                b.kept[reserve(&k[KEPT], 1)] = i;
            }
        });
        each(PARTS, [&](u32 i) { sum_part(b, depth, i); });
        pick_cut(b, depth);
        each(k[KEPT], [&](u32 i) {
            if (is_taken(b, depth, b.kept[i])) {
                link(b, depth, b.kept[i], reserve(&known(b, depth + 1)[BOARDS], 1));
            }
        });
        const u32 next = known(b, depth + 1)[BOARDS];
        each(next * 16, [&](u32 i) { build_board(b, depth, i / 16, i % 16, 16); });
        std::printf("depth %u ways %u boards", depth + 1, k[WAYS]);
        for (u32 i = 0; i < next * b.stride; i++) {
            std::printf("%c%x", i % b.stride == 0 ? ' ' : ',', boards(b, depth + 1)[i]);
        }
        std::printf("\n");
    }
    const u32 last = known(b, b.cells)[BOARDS];
    each(last, [&](u32 i) { rate_board(b, i); });
    std::printf("promise");
    for (u32 i = 0; i < last; i++) {
        std::printf(" %d", promise[i]);
    }
    std::printf("\n");
    std::vector<u32> order(last);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](u32 x, u32 y) { return promise[x] > promise[y]; });
    b.wanted = std::min(b.wanted, last);
    std::copy(order.begin(), order.begin() + b.wanted, which.begin());
    each(b.wanted, [&](u32 i) { trace_board(b, i); });
    for (u32 i = 0; i < b.wanted; i++) {
        std::printf("board %d", promise[which[i]]);
        for (u32 depth = 0; depth < b.cells; depth++) {
            std::printf(" %u", paths[(size_t)i * cells + depth]);
        }
        std::printf("\n");
    }
}
