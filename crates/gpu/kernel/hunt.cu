// Phase two of the search for the best board, on a card: each block of threads takes one lower half
// after the other and fills its upper cells depth first, as the search on the processor does.
//
// The tables of a half lie in the block's shared memory. Each thread takes one start after the other,
// where some cells are filled already. When there are none left, whoever has nothing to do is handed
// what a busy thread has not tried yet at its shallowest open level. So each node is visited once,
// whichever thread does it.
//
// The same source is compiled for the processor, where `hunt.cpp` runs the threads in turns. It
// supplies what the part for the card below supplies here.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)

#define INLINE __device__ __forceinline__

/// Reads a word that another thread may write.
INLINE u32 look(const u32* word) {
    return *(const volatile u32*)word;
}

/// Writes a word that another thread may read.
INLINE void put(u32* word, u32 value) {
    *(volatile u32*)word = value;
}

/// Puts what was read and written before in front of what comes after, for the threads of a block.
INLINE void fence() {
    __threadfence_block();
}

/// The place of the lowest bit of a word that has one.
INLINE u32 lowest(u32 word) {
    return (u32)__ffs((int)word) - 1;
}

#endif

/// Called after each tile laid, for tests.
#ifndef LAID
#define LAID(block, thread)
#endif

// A busy thread looks for idle ones every LOOK steps, and for news every UNIT steps. In one step it
// passes over TRIES entries at most. LOOK and UNIT are powers of two, UNIT the larger one.
#ifndef LOOK
#define LOOK 128
#endif
#ifndef UNIT
#define UNIT 2048
#endif
#ifndef TRIES
#define TRIES 4
#endif

/// How long a warp that has nothing to do naps before it looks again, in nanoseconds.
#define NAP 1000

/// Cells to be filled, at most.
#define MOST_STEPS 256
/// Entries that they see and that lie there from the start, at most.
#define MOST_SEEN 64
/// Rows of the table of allowed breaks, at most.
#define MOST_BREAKS 64
/// Threads of a block, at most. There must be a multiple of 32 of them.
#define MOST_THREADS 512
/// Words of the bits of the tiles that are used, at most.
#define MOST_WORDS 8
/// Complete boards are counted by their breaks; the last count takes all that have more.
#define TALLIES 32

/// No thread, no half, no board.
#define NONE 0xffffffffu

/// Two words that are read and written at once.
///
/// As a step of the order: `left | below << 16`, `base | allowed << 16`. As a level of the search:
/// `at | end << 16`, `broken | breaks << 16`.
struct alignas(8) Pair {
    u32 x, y;
};

/// What a launch is about. Pointers are to the card's memory; all numbers are little-endian.
///
/// An entry is a look as the search needs it: the number of its tile among those left (bits 0 to 7,
/// 254 at most), its right colour (8 to 12), its upper colour (13 to 17) and its number (18 to 31).
struct Job {
    /// `halves` times `most_entries`: the looks of each half's lists, one list after the other.
    const u32* entries;
    /// `halves`: how many of those each half has, 65535 at most.
    const u32* counts;
    /// `halves` times `keys + 2`: where lists begin. The list of a key goes from `bounds[key]` to
    /// `bounds[key + 2]`, and is made of breaks from `bounds[key + 1]` on.
    const u16* bounds;
    /// `halves` times `seen`: what lies there from the start, as entries whose tile does not count.
    const u32* seen_entries;
    /// For each start `ahead` entries, that of each step that it has filled.
    const u32* starts;
    /// `halves` and one: the first start of each half, and how many there are in all.
    const u32* start_at;
    /// `n` times four: the step to the left, the step below, the step's base, and nought. From `n`
    /// on it is no step but one of the `seen_entries`. The key of a step's list is
    /// `base + 2 * (right colour to the left * colours + upper colour below)`.
    const u16* steps;
    /// `rows` times `levels` times `n`: by breaks of the best board and by level, how many may lie
    /// there once a step is filled. The higher the level, the later the first one is allowed.
    const u8* allowed;
    /// Blocks times threads times `n`: room for the paths that are handed over. No initial value.
    u32* paths;
    /// One: the next half to be taken; nought at first.
    u32* next;
    /// One: breaks of the best board so far; the boards to be found have fewer. It becomes no less
    /// than `least`.
    u32* missing;
    /// One: not nought when everything is to end. Whoever started the launch may set it any time.
    const u32* halt;
    /// `halves` times `TALLIES`: complete boards by their breaks; nought at first.
    u32* tally;
    /// `halves` times three: tiles laid, those of them where breaks were allowed, and steps; nought
    /// at first.
    u64* work;
    /// `halves` times three: breaks of the best board, `NONE` if there is none; whether the whole
    /// tree was searched; and the level at the end. At first `NONE`, nought and the level at the
    /// start.
    u32* ends;
    /// `halves` times `n`: the entries of the best board, step by step, if there is one.
    u32* boards;
    /// Cells to be filled, 1 to `MOST_STEPS`.
    u32 n;
    /// Entries that lie there from the start, `MOST_SEEN` at most.
    u32 seen;
    /// Words for a bit for each tile left, `MOST_WORDS` at most.
    u32 words;
    /// Colours, with one that stands for nothing, 32 at most.
    u32 colours;
    /// Numbers of keys, 65534 at most.
    u32 keys;
    /// Room for the entries of a half.
    u32 most_entries;
    /// Lower halves.
    u32 halves;
    /// Rows of `allowed`, 1 to `MOST_BREAKS`. The last one stands for all further ones.
    u32 rows;
    /// The most steps that a half is worth, in units of `UNIT`.
    u32 cap;
    /// The fewest breaks that the best board counts as.
    u32 least;
    /// Levels, and the one that each half begins with.
    u32 levels, level;
    /// So many of a thousand tiles are to be laid where breaks are allowed. A half whose tiles laid
    /// there are too many or too few by `pace` thousandths goes one level up or down.
    u32 share, pace;
    /// Steps that a start has filled, fewer than `n`.
    u32 ahead;
};

/// The words of a block that its threads share.
enum Word : u32 {
    /// Threads that have work, or are about to be handed some. `STOP` when all are to leave.
    BUSY,
    /// Steps in units, as far as the threads have told.
    SPENT,
    /// Not nought while a thread keeps a board or changes the row of allowed breaks.
    LOCK,
    /// The number of breaks for which that row was loaded.
    ROW,
    /// The first step where the row allows a break.
    FIRST,
    /// The level of that row, and by how much too many tiles were laid where it allows breaks.
    LEVEL,
    BALANCE,
    /// The half, and the next of its starts.
    HALF,
    START,
    WORDS
};

#define STOP 0x80000000u

/// What the threads of a block have in common. The pointers are to shared memory, which holds,
/// one after the other:
///
///     steps    8 * n                   entries  4 * most_entries     shared  4 * WORDS
///     gifts    8 * threads             used     4 * words * threads  idle    4 * MOST_THREADS / 32
///     mail     4 * threads             bounds   2 * (keys + 2)
///
/// that is `8 n + 4 most_entries + (12 + 4 words) threads + 2 keys + 104` bytes.
struct Block {
    const Job& job;
    u32 threads;
    u32 half;
    Pair* steps;
    Pair* gifts;
    u32* entries;
    u32* used;
    u32* mail;
    u32* shared;
    u32* idle;
    u16* bounds;
    /// The paths of this block's threads.
    u32* paths;
};

/// A thread. What lies on the board and the levels above the present one are kept apart, so that
/// the rest can stay in registers.
struct Thread {
    /// What each step holds, then what lay there from the start.
    u32* placed;
    Pair* levels;
    u32 id;
    bool idle;
    /// Steps filled.
    u32 depth;
    /// Steps that were filled when the work was taken up.
    u32 floor;
    /// No level above this one is open.
    u32 low;
    /// What is left of the list.
    u32 at, end;
    /// From here on it is a break.
    u32 broken;
    /// Breaks made before.
    u32 breaks;
    /// The first step where a break is allowed.
    u32 first;
    /// Not yet told.
    u32 steps, nodes, late;
};

/// Shares out a block's memory.
INLINE Block carve(const Job& job, void* memory, u32 threads, u32 group) {
    Pair* const steps = (Pair*)memory;
    Pair* const gifts = steps + job.n;
    u32* const entries = (u32*)(gifts + threads);
    u32* const used = entries + job.most_entries;
    u32* const mail = used + job.words * threads;
    u32* const shared = mail + threads;
    u32* const idle = shared + WORDS;
    u16* const bounds = (u16*)(idle + MOST_THREADS / 32);
    u32* const paths = job.paths + (u64)group * threads * job.n;
    return Block{job,  threads, NONE,   steps, gifts,  entries,
                 used, mail,    shared, idle,  bounds, paths};
}

/// The row of allowed breaks for boards that have fewer than this.
INLINE const u8* row(const Job& job, u32 missing, u32 level) {
    const u32 last = missing < job.rows ? missing : job.rows - 1;
    return job.allowed + (last * job.levels + level) * job.n;
}

/// Takes the next half, if there is one; done by one thread, the others wait for it.
INLINE void take(const Block& b) {
    const Job& job = b.job;
    const u32 missing = look(job.missing);
    const bool over = missing == 0 || look(job.halt) != 0;
    const u32 half = over ? NONE : atomicAdd(job.next, 1u);
    b.shared[HALF] = half;
    if (half < job.halves) {
        const u32 first = job.start_at[half];
        const u32 starts = job.start_at[half + 1] - first;
        b.shared[BUSY] = starts < b.threads ? starts : b.threads;
        b.shared[START] = first + b.shared[BUSY];
    }
    b.shared[SPENT] = 0;
    b.shared[LOCK] = 0;
    b.shared[ROW] = missing;
    b.shared[LEVEL] = job.level;
    b.shared[BALANCE] = 0;
    b.shared[FIRST] = job.n;
}

/// The bits of those of 32 threads from one on that come before the `end`.
INLINE u32 below(u32 end, u32 from) {
    return end <= from ? 0 : end - from < 32 ? (1u << (end - from)) - 1 : NONE;
}

/// Loads the half's tables; done by all threads, each its share.
INLINE void load(const Block& b, u32 id) {
    const Job& job = b.job;
    const u32* const entries = job.entries + (u64)b.half * job.most_entries;
    const u32 count = job.counts[b.half];
    for (u32 i = id; i < count; i += b.threads) {
        b.entries[i] = entries[i];
    }
    const u16* const bounds = job.bounds + (u64)b.half * (job.keys + 2);
    for (u32 i = id; i < job.keys + 2; i += b.threads) {
        b.bounds[i] = bounds[i];
    }
    const u8* const allowed = row(job, b.shared[ROW], b.shared[LEVEL]);
    for (u32 i = id; i < job.n; i += b.threads) {
        const u16* const step = job.steps + 4 * i;
        const u32 most = allowed[i];
        b.steps[i] = Pair{step[0] | (u32)step[1] << 16, step[2] | most << 16};
        if (most > 0) {
            atomicMin(&b.shared[FIRST], i);
        }
    }
    b.mail[id] = 0;
    if (id % 32 == 0) {
        b.idle[id / 32] = below(b.threads, id) & ~below(b.shared[BUSY], id);
    }
}

/// The list of the next step; `last` is what the last one holds, mostly a neighbour.
INLINE void open(const Block& b, Thread& t, u32 last, u32 breaks) {
    const Pair step = b.steps[t.depth];
    const u32 left = step.x & 0xffff;
    const u32 below = step.x >> 16;
    const u32 beside = left + 1 == t.depth ? last : t.placed[left];
    const u32 under = below + 1 == t.depth ? last : t.placed[below];
    const u32 colours = (beside >> 8 & 31) * b.job.colours + (under >> 13 & 31);
    const u16* const bounds = b.bounds + (step.y & 0xffff) + 2 * colours;
    t.at = bounds[0];
    t.broken = bounds[1];
    t.end = bounds[breaks < step.y >> 16 ? 2 : 1];
    t.breaks = breaks;
}

/// Lays what a path says, and nothing else.
INLINE void lay(const Block& b, Thread& t, const u32* path, u32 depth) {
    for (u32 i = 0; i < b.job.words; i++) {
        b.used[i * b.threads + t.id] = 0;
    }
    for (u32 i = 0; i < depth; i++) {
        const u32 entry = look(&path[i]);
        t.placed[i] = entry;
        b.used[(entry >> 5 & 7) * b.threads + t.id] |= 1u << (entry & 31);
    }
    t.depth = t.floor = t.low = depth;
}

/// Begins with a start.
INLINE void take_start(const Block& b, Thread& t, u32 start) {
    const u32 ahead = b.job.ahead;
    lay(b, t, b.job.starts + (u64)start * ahead, ahead);
    open(b, t, ahead > 0 ? t.placed[ahead - 1] : 0, 0);
}

/// Begins with the next start of the half. False when there is none left.
INLINE bool another(const Block& b, Thread& t) {
    const u32 end = b.job.start_at[b.half + 1];
    const u32 start = look(&b.shared[START]) < end ? atomicAdd(&b.shared[START], 1u) : end;
    if (start < end) {
        take_start(b, t, start);
    }
    return start < end;
}

/// A thread at the beginning of a half, whose tables are loaded, with a start of its own if there are
/// enough.
INLINE Thread begin(const Block& b, u32 id, u32* placed, Pair* levels) {
    const Job& job = b.job;
    const u32* const seen = job.seen_entries + (u64)b.half * job.seen;
    for (u32 i = 0; i < job.seen; i++) {
        placed[job.n + i] = seen[i];
    }
    const u32 first = b.shared[FIRST];
    const u32 start = job.start_at[b.half] + id;
    const bool idle = start >= b.shared[START];
    Thread t = {placed, levels, id, idle, 0, 0, 0, 0, 0, 0, 0, first, 0, 0, 0};
    if (!idle) {
        take_start(b, t, start);
    }
    return t;
}

/// Tells what was done since the last time.
INLINE void tell(const Block& b, Thread& t) {
    u64* const work = b.job.work + 3 * (u64)b.half;
    atomicAdd(&work[0], (u64)t.nodes);
    atomicAdd(&work[1], (u64)t.late);
    atomicAdd(&work[2], (u64)t.steps);
    t.nodes = t.late = t.steps = 0;
}

/// Tells that a half is over; done by one thread, after all have left.
INLINE void finish(const Block& b) {
    b.job.ends[3 * (u64)b.half + 1] = (b.shared[BUSY] & STOP) == 0;
    b.job.ends[3 * (u64)b.half + 2] = b.shared[LEVEL];
}

/// The level that the balance asks for. What it is worth is taken off the balance.
INLINE u32 leveled(const Block& b, u32 level) {
    const int pace = (int)b.job.pace;
    const int balance = (int)look(&b.shared[BALANCE]);
    const bool up = balance >= pace && level + 1 < b.job.levels;
    const bool down = balance <= -pace && level > 0;
    if (balance >= pace || balance <= -pace) {
        atomicSub(&b.shared[BALANCE], (u32)(up ? pace : down ? -pace : balance));
    }
    return level + up - down;
}

/// Loads the row of the best board of all and of the level, if one has become another. One that is
/// at it already will do. Meanwhile the others meet some of both rows, which does no harm: what the old one
/// allows is too much at worst, and a complete board is judged anyway.
INLINE void renew(const Block& b) {
    const Job& job = b.job;
    if (atomicCAS(&b.shared[LOCK], 0u, 1u) != 0) {
        return;
    }
    fence();
    const u32 missing = look(job.missing);
    const u32 level = leveled(b, look(&b.shared[LEVEL]));
    if (missing < look(&b.shared[ROW]) || level != look(&b.shared[LEVEL])) {
        const u8* const allowed = row(job, missing, level);
        u32 first = job.n;
        for (u32 i = job.n; i-- > 0;) {
            const u32 most = allowed[i];
            put(&b.steps[i].y, (b.steps[i].y & 0xffff) | most << 16);
            first = most > 0 ? i : first;
        }
        put(&b.shared[FIRST], first);
        put(&b.shared[ROW], missing);
        put(&b.shared[LEVEL], level);
    }
    fence();
    atomicExch(&b.shared[LOCK], 0u);
}

/// Looks for news. False when the search is to end.
INLINE bool news(const Block& b, Thread& t) {
    const u32 more = 1000 * t.late - b.job.share * t.nodes;
    const int balance = (int)(atomicAdd(&b.shared[BALANCE], more) + more);
    const int pace = (int)b.job.pace;
    tell(b, t);
    const u32 missing = look(b.job.missing);
    const u32 spent = atomicAdd(&b.shared[SPENT], 1u) + 1;
    if (spent >= b.job.cap || missing == 0 || look(b.job.halt) != 0) {
        atomicOr(&b.shared[BUSY], STOP);
        return false;
    }
    if (missing < look(&b.shared[ROW]) || balance >= pace || balance <= -pace) {
        renew(b);
    }
    t.first = look(&b.shared[FIRST]);
    return true;
}

/// An idle thread that is now bound to get work; those of the same warp come first, since they are
/// the ones that slow it down. `NONE` if there is none.
INLINE u32 claim(const Block& b, u32 id) {
    const u32 warps = (b.threads + 31) / 32;
    u32 warp = id / 32;
    for (u32 i = 0; i < warps; i++) {
        const u32 idle = look(&b.idle[warp]);
        if (idle != 0) {
            const u32 place = lowest(idle);
            const u32 bit = 1u << place;
            if ((atomicAnd(&b.idle[warp], ~bit) & bit) != 0) {
                return 32 * warp + place;
            }
        }
        warp = warp + 1 == warps ? 0 : warp + 1;
    }
    return NONE;
}

/// Hands the rest of the shallowest open level to an idle thread, if there are both.
INLINE void give(const Block& b, Thread& t) {
    Pair level = {0, 0};
    for (; t.low < t.depth; t.low++) {
        level = t.levels[t.low];
        if ((level.x & 0xffff) < level.x >> 16) {
            break;
        }
    }
    if (t.low >= t.depth) {
        return;
    }
    const u32 other = claim(b, t.id);
    if (other == NONE) {
        return;
    }
    // Counted before this thread can run out of work itself: the count is nought only when no one
    // has any and no mail is under way.
    atomicAdd(&b.shared[BUSY], 1u);
    fence();
    u32* const path = b.paths + other * b.job.n;
    for (u32 i = 0; i < t.low; i++) {
        put(&path[i], t.placed[i]);
    }
    put(&b.gifts[other].x, level.x);
    put(&b.gifts[other].y, level.y);
    const u32 at = level.x & 0xffff;
    t.levels[t.low].x = at | at << 16;
    fence();
    t.low++;
    put(&b.mail[other], t.low);
}

/// A busy thread's look around. False when the search is to end.
INLINE bool look_around(const Block& b, Thread& t) {
    const u32 busy = look(&b.shared[BUSY]);
    if ((busy & STOP) != 0 || (t.steps == UNIT && !news(b, t))) {
        t.idle = true;
        return false;
    }
    if (busy < b.threads) {
        give(b, t);
    }
    return true;
}

/// An idle thread's turn: takes up what it is handed. False when there will be nothing any more.
INLINE bool wait(const Block& b, Thread& t) {
    const u32 busy = look(&b.shared[BUSY]);
    const u32 mail = look(&b.mail[t.id]);
    if (busy == 0 || (busy & STOP) != 0) {
        return false;
    }
    if (mail == 0) {
        return true;
    }
    fence();
    lay(b, t, b.paths + t.id * b.job.n, mail - 1);
    const u32 x = look(&b.gifts[t.id].x);
    const u32 y = look(&b.gifts[t.id].y);
    t.at = x & 0xffff;
    t.end = x >> 16;
    t.broken = y & 0xffff;
    t.breaks = y >> 16;
    put(&b.mail[t.id], 0);
    t.idle = false;
    return true;
}

/// Has no more work. The mail is empty before the bit says so.
INLINE void rest(const Block& b, Thread& t) {
    t.idle = true;
    fence();
    atomicOr(&b.idle[t.id / 32], 1u << t.id % 32);
    atomicSub(&b.shared[BUSY], 1u);
}

/// Takes the last tile up again.
INLINE void rise(const Block& b, Thread& t) {
    t.depth--;
    t.low = t.low < t.depth ? t.low : t.depth;
    const u32 entry = t.placed[t.depth];
    b.used[(entry >> 5 & 7) * b.threads + t.id] &= ~(1u << (entry & 31));
    const Pair level = t.levels[t.depth];
    t.at = level.x & 0xffff;
    t.end = level.x >> 16;
    t.broken = level.y & 0xffff;
    t.breaks = level.y >> 16;
}

/// Counts a complete board, and keeps it if it is better than any other so far.
INLINE void complete(const Block& b, const Thread& t, u32 breaks) {
    const Job& job = b.job;
    u32* const best = job.ends + 3 * (u64)b.half;
    u32* const tally = job.tally + TALLIES * (u64)b.half;
    atomicAdd(&tally[breaks < TALLIES ? breaks : TALLIES - 1], 1u);
    // A board without a break ends everything, whatever is asked for.
    const u32 counts_as = breaks > 0 && breaks < job.least ? job.least : breaks;
    bool kept = breaks >= atomicMin(job.missing, counts_as);
    // Another thread may be writing a board that was better than all before, but is not any more.
    while (!kept) {
        if (atomicCAS(&b.shared[LOCK], 0u, 1u) == 0) {
            fence();
            if (breaks < look(best)) {
                put(best, breaks);
                u32* const board = job.boards + (u64)b.half * job.n;
                for (u32 i = 0; i < job.n; i++) {
                    put(&board[i], t.placed[i]);
                }
            }
            fence();
            atomicExch(&b.shared[LOCK], 0u);
            kept = true;
        }
    }
}

/// One step of a thread: up one level if the present one is done with, past a few tiles that are
/// used, and down one level if there is one that is not. False when the thread is through; called
/// again, it stays so.
INLINE bool turn(const Block& b, Thread& t) {
    if (t.idle) {
        return wait(b, t);
    }
    t.steps++;
    if (t.steps % LOOK == 0 && !look_around(b, t)) {
        return false;
    }
    if (t.at >= t.end) {
        if (t.depth == t.floor) {
            if (!another(b, t)) {
                rest(b, t);
            }
            return true;
        }
        rise(b, t);
    }
    // Found here but laid below, so that the threads of a warp lay together.
    bool found = false;
    u32 entry = 0, word = 0, used = 0;
    for (u32 i = 0; i < TRIES && t.at < t.end && !found; i++) {
        entry = b.entries[t.at];
        word = (entry >> 5 & 7) * b.threads + t.id;
        used = b.used[word];
        found = (used >> (entry & 31) & 1) == 0;
        t.at++;
    }
    if (!found) {
        return true;
    }
    const u32 breaks = t.breaks + (t.at > t.broken);
    b.used[word] = used | 1u << (entry & 31);
    t.placed[t.depth] = entry;
    t.levels[t.depth] = Pair{t.at | t.end << 16, t.broken | t.breaks << 16};
    t.nodes++;
    t.late += t.depth >= t.first;
    t.depth++;
    LAID(b, t);
    if (t.depth == b.job.n) {
        complete(b, t, breaks);
        t.at = t.end = 0;
    } else {
        open(b, t, entry, breaks);
    }
    return true;
}

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)

extern "C" __global__ void __launch_bounds__(MOST_THREADS) hunt(const Job job) {
    extern __shared__ Pair memory[];
    u32 placed[MOST_STEPS + MOST_SEEN];
    Pair levels[MOST_STEPS];
    Block b = carve(job, memory, blockDim.x, blockIdx.x);
    for (;;) {
        if (threadIdx.x == 0) {
            take(b);
        }
        __syncthreads();
        b.half = b.shared[HALF];
        if (b.half >= job.halves) {
            return;
        }
        load(b, threadIdx.x);
        __syncthreads();
        Thread t = begin(b, threadIdx.x, placed, levels);
        __syncthreads();
        // The vote brings the threads of a warp together again; those that are through wait.
        while (__any_sync(NONE, turn(b, t))) {
            // Trees are thin, and half of all warps may have nothing to do: others are faster while those nap.
            if (__all_sync(NONE, t.idle)) {
                __nanosleep(NAP);
            }
        }
        tell(b, t);
        __syncthreads();
        if (threadIdx.x == 0) {
            finish(b);
        }
    }
}

#endif
