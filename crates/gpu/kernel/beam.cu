// Phase one of the search for the best board, on a card: lower parts of boards, as many abreast as
// there is room for. Cell by cell all ways to go on from each are rated, and the best are kept, each
// of twins once, as a thread on the processor does.
//
// What is done for one board or for one way is a function here, and nobody waits for anybody in it;
// what is done for all of them is a kernel. For each depth these come one after the other:
//
//     expand  rates all ways to fill the next cell of each board
//     clear   makes the table of twins empty, as much of it as so many ways need
//     sift    leaves twins out, and counts what is left by what it is rated
//     sum, pick  find how good the best ones are
//     take    numbers those that are gone on with
//     build   makes their boards
//
// and in the end `rate` tells what the boards promise, and `trace` what lies on some of them. The same
// source is compiled for the processor, where `beam.cpp` calls the functions in a random order.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)

#define INLINE __device__ __forceinline__

/// Takes so many places of a row that all threads fill, for a whole warp at once. All of its threads
/// must call it.
INLINE u32 reserve(u32* taken, u32 places) {
    const u32 lane = threadIdx.x % 32;
    u32 before = places;
    for (u32 step = 1; step < 32; step *= 2) {
        const u32 other = __shfl_up_sync(0xffffffffu, before, step);
        before += lane >= step ? other : 0;
    }
    u32 first = 0;
    if (lane == 31) {
        first = atomicAdd(taken, before);
    }
    return __shfl_sync(0xffffffffu, first, 31) + before - places;
}

/// Makes a word as large as the largest that the threads of a warp have. All of them must call it.
INLINE void raise(u32* word, u32 value) {
    for (u32 step = 1; step < 32; step *= 2) {
        const u32 other = __shfl_xor_sync(0xffffffffu, value, step);
        value = other > value ? other : value;
    }
    if (threadIdx.x % 32 == 0) {
        atomicMax(word, value);
    }
}

#endif

/// Ways are counted by what they are rated below the best one, in BINS steps of 2^STEP; the last one
/// takes all further ones. PART of them are summed up at a time.
#ifndef STEP
#define STEP 4
#endif
#ifndef BINS
#define BINS 16384u
#define PART 64u
#endif
#define PARTS (BINS / PART)
/// How many places of the table of twins are looked at.
#define PROBES 64u

/// No colour.
#define NONE 0xffffffffu
/// The least number of 32 bits, so that nought stands for it.
#define LEAST 0x80000000u

/// What is known of each depth; nought at first.
enum Word : u32 {
    /// Boards; one at the first depth.
    BOARDS,
    /// Ways to go on from them, and what the best is rated, beginning with `LEAST`.
    WAYS,
    BEST,
    /// Ways that are no twins.
    KEPT,
    /// How many asked to be taken of those that are as good as the last one taken.
    ASKED,
    /// The last bin of which some are taken, and how many.
    CUT,
    QUOTA,
    WORDS
};

/// What a launch is about. Pointers are to the card's memory; all numbers are little-endian.
///
/// A board is `stride` words: a bit for each tile that is used (`words`), by column what the highest
/// tile shows above and by row what the last one shows to its right (a byte each, `fronts` words), by
/// kind the edges of tiles left and, from bit 16 on, the edges shown to empty cells (`kinds` and one),
/// what it is rated, what part of that is not the promise, and a mark of 64 bits, the same for twins.
struct Beam {
    /// `cells` times six: the cell's column and row, the colour to its left (times `colours`) and
    /// below it where that is the same for all boards, else `NONE`, its lists, and by side, in two
    /// bits each, one more than the edges that it adds to those shown to empty cells.
    const u32* spots;
    /// By look twice: its upper and, from bit 16 on, its right colour; the kinds of its four edges.
    const u32* looks;
    /// Where lists begin and end; that of a cell is `lists + 2 * (left * colours + below)`.
    const u32* bounds;
    const u16* entries;
    /// By number of edges, the logarithm of the ways to order them, and what to add to pair them up.
    const int* ordered;
    const int* paired;
    /// By tile, what it is worth beside the promise.
    const int* worth;
    /// By tile, and by column or row and colour.
    const u64* tile_marks;
    const u64* front_marks;
    /// Boards of even depths and those of odd ones, `width` each. The first one is there.
    u32* even;
    u32* odd;
    /// Of `room` ways what they are rated, the boards they go on from, their looks and marks.
    int* scores;
    u32* parents;
    u16* way_looks;
    u64* marks;
    /// Ways that are no twins, `room`, and those that are gone on with, `width`.
    u32* kept;
    u32* chosen;
    /// `mask` and one, a power of two: marks that were met at this depth.
    u64* table;
    /// `cells` and one times `WORDS`; see there.
    u32* known;
    /// `cells` times `BINS`: ways that are no twins, by what they are rated; nought at first. `PARTS`:
    /// sums of them.
    u32* bins;
    u32* sums;
    /// `cells` times `width`: where each board of the next depth comes from, and its last look.
    u32* link_boards;
    u16* link_looks;
    /// `width`: what each of the last boards promises.
    int* promise;
    /// `wanted`: which of the last boards are traced, and the `cells` looks of each.
    const u32* which;
    u16* paths;
    u32 cells, width, stride, words, fronts, kinds, columns, colours, shown, shift, lacking, room, mask, wanted;
};

INLINE u32* known(const Beam& b, u32 depth) {
    return b.known + depth * WORDS;
}

INLINE u32* boards(const Beam& b, u32 depth) {
    return depth % 2 == 0 ? b.even : b.odd;
}

/// How many ways there are that had room.
INLINE u32 ways(const Beam& b, u32 depth) {
    const u32 all = known(b, depth)[WAYS];
    return all < b.room ? all : b.room;
}

/// What a column or row shows.
INLINE u32 front(const Beam& b, const u32* board, u32 at) {
    return board[b.words + at / 4] >> at % 4 * 8 & 255;
}

/// Where the list for the next cell of a board is.
INLINE u32 list(const Beam& b, u32 depth, const u32* board) {
    const u32* const spot = b.spots + 6 * depth;
    const u32 left = spot[2] != NONE ? spot[2] : front(b, board, b.columns + spot[1]) * b.colours;
    const u32 below = spot[3] != NONE ? spot[3] : front(b, board, spot[0]);
    return spot[4] + 2 * (left + below);
}

INLINE bool is_free(const Beam& b, const u32* board, u32 look) {
    const u32 tile = look >> b.shift;
    return (board[tile / 32] >> tile % 32 & 1) == 0;
}

/// How many ways there are to fill the next cell of a board.
INLINE u32 count_ways(const Beam& b, u32 depth, u32 number) {
    const u32* const board = boards(b, depth) + (u64)number * b.stride;
    const u32 at = list(b, depth, board);
    u32 ways = 0;
    for (u32 i = b.bounds[at]; i < b.bounds[at + 1]; i++) {
        ways += is_free(b, board, b.entries[i]);
    }
    return ways;
}

/// What the edges of a kind are when a look is laid.
INLINE u32 laid(u32 edges, u32 kind, u32 kinds, u32 shows) {
    for (u32 side = 0; side < 4; side++) {
        if ((kinds >> 8 * side & 255) == kind) {
            const u32 more = shows >> 2 * side & 3;
            edges -= 1;
            edges += more == 2 ? 0x10000 : more == 0 && edges >= 0x10000 ? 0xffff0000u : 0;
        }
    }
    return edges;
}

/// The logarithm of the ways to pair up the edges of a kind.
INLINE int pairings(const Beam& b, u32 edges) {
    const u32 left = edges & 0xffff;
    const u32 shown = edges >> 16;
    return b.ordered[left] +
           (left >= shown ? b.paired[left - shown] : -(int)(b.lacking * (shown - left)));
}

INLINE u64 mark(const Beam& b, u32 front, u32 colour) {
    return b.front_marks[front * b.shown + colour];
}

/// Rates the ways to go on from a board, and puts them in a row from here on. Tells what the best is rated.
INLINE u32 rate_ways(const Beam& b, u32 depth, u32 number, u32 place) {
    const u32* const board = boards(b, depth) + (u64)number * b.stride;
    const u32* const counts = board + b.words + b.fronts;
    const u32* const last = counts + b.kinds + 1;
    const u32* const spot = b.spots + 6 * depth;
    const u32 top = spot[0], right = b.columns + spot[1], shows = spot[5];
    u64 before = last[2] | (u64)last[3] << 32;
    before ^= spot[2] == NONE ? mark(b, right, front(b, board, right)) : 0;
    before ^= spot[3] == NONE ? mark(b, top, front(b, board, top)) : 0;
    const u32 at = list(b, depth, board);
    u32 best = 0;
    for (u32 i = b.bounds[at]; i < b.bounds[at + 1] && place < b.room; i++) {
        const u32 look = b.entries[i];
        if (!is_free(b, board, look)) {
            continue;
        }
        const u32 tile = look >> b.shift;
        const u32 colours = b.looks[2 * look], kinds = b.looks[2 * look + 1];
        int score = (int)last[0] + b.worth[tile];
        for (u32 side = 0; side < 4; side++) {
            const u32 kind = kinds >> 8 * side & 255;
            bool again = kind == b.kinds;
            for (u32 other = 0; other < side; other++) {
                again |= (kinds >> 8 * other & 255) == kind;
            }
            if (!again) {
                const u32 edges = counts[kind];
                score += pairings(b, laid(edges, kind, kinds, shows)) - pairings(b, edges);
            }
        }
        u64 marks = before ^ b.tile_marks[tile];
        marks ^= (shows >> 2 & 3) == 2 ? mark(b, right, colours >> 16) : 0;
        marks ^= (shows & 3) == 2 ? mark(b, top, colours & 0xffff) : 0;
        b.scores[place] = score;
        b.parents[place] = number;
        b.way_looks[place] = (u16)look;
        // Nought stands for an empty place.
        b.marks[place] = marks != 0 ? marks : 1;
        place++;
        const u32 told = (u32)score ^ LEAST;
        best = told > best ? told : best;
    }
    return best;
}

/// By how much a way is rated below the best one, in steps.
INLINE u32 bin(const Beam& b, u32 depth, u32 way) {
    const u32 best = known(b, depth)[BEST] ^ LEAST;
    const u32 steps = (best - (u32)b.scores[way]) >> STEP;
    return steps < BINS ? steps : BINS - 1;
}

/// Where the ways of a bin are counted. Most fall into a few bins side by side, and those that lie side
/// by side in memory are counted one after the other: so they do not.
INLINE u32* counted(const Beam& b, u32 depth, u32 bin) {
    return b.bins + depth * BINS + bin % PARTS * PART + bin / PARTS;
}

INLINE void sum_part(const Beam& b, u32 depth, u32 part) {
    u32 sum = 0;
    for (u32 i = 0; i < PART; i++) {
        sum += *counted(b, depth, part * PART + i);
    }
    b.sums[part] = sum;
}

/// Finds the last bin of which some are taken, and how many.
INLINE void pick_cut(const Beam& b, u32 depth) {
    u32 before = 0, part = 0;
    for (; part < PARTS && before + b.sums[part] < b.width; part++) {
        before += b.sums[part];
    }
    u32 cut = part * PART;
    for (; cut < BINS && before + *counted(b, depth, cut) < b.width; cut++) {
        before += *counted(b, depth, cut);
    }
    known(b, depth)[CUT] = cut;
    known(b, depth)[QUOTA] = b.width - before;
}

/// The last place of the table of twins that is used for the ways of this depth; at most two thirds are taken.
INLINE u32 last_place(const Beam& b, u32 depth) {
    u32 last = 1023;
    while (last < ways(b, depth) + ways(b, depth) / 2) {
        last = 2 * last + 1;
    }
    return last < b.mask ? last : b.mask;
}

/// Is a way the first of its twins? Counts it then. Far from each other in the table they are not found, which does no harm.
INLINE bool sift_way(const Beam& b, u32 depth, u32 way, u32 last_place) {
    const u64 marks = b.marks[way];
    u32 place = (u32)(marks >> 20) & last_place;
    for (u32 i = 0; i < PROBES; i++) {
        const u64 met = atomicCAS(&b.table[place], (u64)0, marks);
        if (met == marks) {
            return false;
        }
        if (met == 0) {
            break;
        }
        place = (place + 1) & last_place;
    }
    atomicAdd(counted(b, depth, bin(b, depth, way)), 1u);
    return true;
}

/// Is a way gone on with?
INLINE bool is_taken(const Beam& b, u32 depth, u32 way) {
    u32* const k = known(b, depth);
    const u32 steps = bin(b, depth, way);
    return steps < k[CUT] || (steps == k[CUT] && atomicAdd(&k[ASKED], 1u) < k[QUOTA]);
}

/// Remembers which way a board of the next depth is.
INLINE void link(const Beam& b, u32 depth, u32 way, u32 number) {
    const u64 at = (u64)depth * b.width + number;
    b.chosen[number] = way;
    b.link_boards[at] = b.parents[way];
    b.link_looks[at] = b.way_looks[way];
}

/// Makes a board of the next depth: every `step`-th word, beginning with this one.
INLINE void build_board(const Beam& b, u32 depth, u32 number, u32 first, u32 step) {
    const u32 way = b.chosen[number];
    const u32 look = b.way_looks[way], tile = look >> b.shift;
    const u32 colours = b.looks[2 * look], kinds = b.looks[2 * look + 1];
    const u32* const spot = b.spots + 6 * depth;
    const u32 top = spot[0], right = b.columns + spot[1];
    const u32* const old = boards(b, depth) + (u64)b.parents[way] * b.stride;
    u32* const made = boards(b, depth + 1) + (u64)number * b.stride;
    const u32 counts = b.words + b.fronts, last = counts + b.kinds + 1;
    for (u32 word = first; word < b.stride; word += step) {
        u32 value = old[word];
        if (word < b.words) {
            value |= word == tile / 32 ? 1u << tile % 32 : 0;
        } else if (word < counts) {
            if (word == b.words + top / 4) {
                value = (value & ~(255u << top % 4 * 8)) | (colours & 0xffff) << top % 4 * 8;
            }
            if (word == b.words + right / 4) {
                value = (value & ~(255u << right % 4 * 8)) | colours >> 16 << right % 4 * 8;
            }
        } else if (word < last) {
            value = laid(value, word - counts, kinds, spot[5]);
        } else if (word == last) {
            value = (u32)b.scores[way];
        } else if (word == last + 1) {
            value += (u32)b.worth[tile];
        } else {
            value = (u32)(b.marks[way] >> (word - last - 2) * 32);
        }
        made[word] = value;
    }
}

INLINE void rate_board(const Beam& b, u32 number) {
    const u32* const last =
        boards(b, b.cells) + (u64)number * b.stride + b.words + b.fronts + b.kinds + 1;
    b.promise[number] = (int)(last[0] - last[1]);
}

INLINE void trace_board(const Beam& b, u32 place) {
    u32 number = b.which[place];
    for (u32 depth = b.cells; depth-- > 0;) {
        const u64 at = (u64)depth * b.width + number;
        b.paths[(u64)place * b.cells + depth] = b.link_looks[at];
        number = b.link_boards[at];
    }
}

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)

#define KERNEL extern "C" __global__ void __launch_bounds__(128)
/// Goes through numbers below a limit, the threads of a warp side by side to the end.
#define EACH(i, limit)                                                                       \
    for (u64 i = blockIdx.x * blockDim.x + threadIdx.x; i - threadIdx.x % 32 < (limit);     \
         i += gridDim.x * blockDim.x)

KERNEL expand(const Beam b, u32 depth) {
    u32* const k = known(b, depth);
    EACH(i, k[BOARDS]) {
        const u32 ways = i < k[BOARDS] ? count_ways(b, depth, i) : 0;
        const u32 place = reserve(&k[WAYS], ways);
        raise(&k[BEST], ways > 0 ? rate_ways(b, depth, i, place) : 0);
    }
}

KERNEL sum(const Beam b, u32 depth) {
    EACH(i, PARTS) {
        sum_part(b, depth, i);
    }
}

KERNEL pick(const Beam b, u32 depth) {
    pick_cut(b, depth);
}

KERNEL clear(const Beam b, u32 depth) {
    const u32 last = last_place(b, depth);
    EACH(i, last) {
        if (i <= last) {
            b.table[i] = 0;
        }
    }
}

KERNEL sift(const Beam b, u32 depth) {
    const u32 last = last_place(b, depth);
    EACH(i, ways(b, depth)) {
        const bool kept = i < ways(b, depth) && sift_way(b, depth, i, last);
        const u32 place = reserve(&known(b, depth)[KEPT], kept);
        if (kept) {
            b.kept[place] = i;
        }
    }
}

KERNEL take(const Beam b, u32 depth) {
    const u32 kept = known(b, depth)[KEPT];
    EACH(i, kept) {
        const bool taken = i < kept && is_taken(b, depth, b.kept[i]);
        const u32 number = reserve(&known(b, depth + 1)[BOARDS], taken);
        if (taken) {
            link(b, depth, b.kept[i], number);
        }
    }
}

/// Threads that make a board together.
#define TOGETHER 16

KERNEL build(const Beam b, u32 depth) {
    const u64 threads = (u64)known(b, depth + 1)[BOARDS] * TOGETHER;
    EACH(i, threads) {
        if (i < threads) {
            build_board(b, depth, i / TOGETHER, i % TOGETHER, TOGETHER);
        }
    }
}

KERNEL rate(const Beam b) {
    const u32 boards = known(b, b.cells)[BOARDS];
    EACH(i, boards) {
        if (i < boards) {
            rate_board(b, i);
        }
    }
}

KERNEL trace(const Beam b) {
    EACH(i, b.wanted) {
        if (i < b.wanted) {
            trace_board(b, i);
        }
    }
}

#endif
