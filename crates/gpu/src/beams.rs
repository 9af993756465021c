//! Boards abreast on a card, by way of its driver.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use cudarc::driver::result::stream::get_priority_range;
use cudarc::driver::sys::CUdevice_attribute as Attribute;
use cudarc::driver::{
    CudaContext, CudaFunction, CudaSlice, CudaStream, DeviceRepr, DriverError, LaunchConfig,
    PushKernelArg,
};
use cudarc::nvrtc::Ptx;
use marquetry_search::matching::best::card::{Abreast, Laid};

use crate::device::place;
use crate::sizes::{BINS, KNOWN, PARTS, Sizes, most_promising};

/// The kernels, made from their source by `kernel/make`.
const PTX: &str = include_str!("../kernel/beam.ptx");
/// Threads of a block, and blocks for each multiprocessor: what has no room beside the hunt waits.
const THREADS: usize = 128;
const BLOCKS: usize = 8;
/// So many depths are put on the card's list at a time, and it has two such parts, so that it need not wait; how often it
/// looks whether one is through.
const PART: usize = 8;
const LOOK: Duration = Duration::from_micros(200);

/// Lays boards abreast beside what else the card does, and before it.
pub struct Beams {
    stream: Arc<CudaStream>,
    kernels: Kernels,
    blocks: usize,
    /// Its arrays, and for what sizes.
    room: Option<(Sizes, Room)>,
}

struct Kernels {
    expand: CudaFunction,
    sum: CudaFunction,
    pick: CudaFunction,
    clear: CudaFunction,
    sift: CudaFunction,
    take: CudaFunction,
    build: CudaFunction,
    rate: CudaFunction,
    trace: CudaFunction,
}

/// What is written on the card.
struct Room {
    even: CudaSlice<u32>,
    odd: CudaSlice<u32>,
    scores: CudaSlice<i32>,
    parents: CudaSlice<u32>,
    way_looks: CudaSlice<u16>,
    marks: CudaSlice<u64>,
    kept: CudaSlice<u32>,
    chosen: CudaSlice<u32>,
    table: CudaSlice<u64>,
    known: CudaSlice<u32>,
    bins: CudaSlice<u32>,
    sums: CudaSlice<u32>,
    link_boards: CudaSlice<u32>,
    link_looks: CudaSlice<u16>,
    promise: CudaSlice<i32>,
}

impl Room {
    fn new(stream: &Arc<CudaStream>, sizes: &Sizes) -> Result<Room, DriverError> {
        let Sizes { cells, width, stride } = *sizes;
        let room = sizes.room();
        // SAFETY: the kernels read of it only what they have written, and what is cleared before.
        unsafe {
            Ok(Room {
                even: stream.alloc(width * stride)?,
                odd: stream.alloc(width * stride)?,
                scores: stream.alloc(room)?,
                parents: stream.alloc(room)?,
                way_looks: stream.alloc(room)?,
                marks: stream.alloc(room)?,
                kept: stream.alloc(room)?,
                chosen: stream.alloc(width)?,
                table: stream.alloc(sizes.twins())?,
                known: stream.alloc((cells + 1) * KNOWN)?,
                bins: stream.alloc(cells * BINS)?,
                sums: stream.alloc(PARTS)?,
                link_boards: stream.alloc(cells * width)?,
                link_looks: stream.alloc(cells * width)?,
                promise: stream.alloc(width)?,
            })
        }
    }
}

/// What the kernels are called with; see their `Beam`.
#[repr(C)]
#[derive(Copy, Clone)]
struct Arguments {
    tables: [u64; 9],
    room: [u64; 15],
    which: u64,
    paths: u64,
    sizes: [u32; 14],
}

// SAFETY: it is numbers alone, laid out as the kernels' `Beam` is.
unsafe impl DeviceRepr for Arguments {}

impl Beams {
    pub fn new(context: &Arc<CudaContext>) -> Result<Beams, DriverError> {
        context.bind_to_thread()?;
        let module = context.load_module(Ptx::from_src(PTX))?;
        let kernel = |name: &str| module.load_function(name);
        let processors = context.attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?;
        Ok(Beams {
            // Blocks of the hunt that wait for room would have to end first.
            stream: context.new_stream_with_priority(get_priority_range()?.1)?,
            kernels: Kernels {
                expand: kernel("expand")?,
                sum: kernel("sum")?,
                pick: kernel("pick")?,
                clear: kernel("clear")?,
                sift: kernel("sift")?,
                take: kernel("take")?,
                build: kernel("build")?,
                rate: kernel("rate")?,
                trace: kernel("trace")?,
            },
            blocks: BLOCKS * processors as usize,
            room: None,
        })
    }

    /// Lays boards abreast, and tells so many of the most promising ones; none when it is halted.
    pub fn lay(
        &mut self,
        field: &Abreast,
        sizes: Sizes,
        wanted: usize,
        halted: &mut dyn FnMut() -> bool,
    ) -> Result<Laid, DriverError> {
        if self.room.as_ref().is_none_or(|(known, _)| *known != sizes) {
            // What was there before makes place first.
            self.room = None;
            self.room = Some((sizes, Room::new(&self.stream, &sizes)?));
        }
        let Beams { stream, kernels, blocks, room: Some((_, room)) } = self else {
            return Ok(Laid::default());
        };
        let (spots, looks) = (field.spots.as_flattened(), field.looks.as_flattened());
        let (spots, looks) = (stream.clone_htod(spots)?, stream.clone_htod(looks)?);
        let bounds = stream.clone_htod(&field.bounds)?;
        let entries = stream.clone_htod(&field.entries)?;
        let (ordered, paired) =
            (stream.clone_htod(&field.ordered)?, stream.clone_htod(&field.paired)?);
        let worth = stream.clone_htod(&field.worth)?;
        let tile_marks = stream.clone_htod(&field.tile_marks)?;
        let front_marks = stream.clone_htod(&field.front_marks)?;
        stream.memcpy_htod(&field.first, &mut room.even)?;
        stream.memset_zeros(&mut room.known)?;
        stream.memset_zeros(&mut room.bins)?;
        stream.memcpy_htod(&[1], &mut room.known)?;
        let mut arguments = Arguments {
            tables: [
                place(&spots, stream),
                place(&looks, stream),
                place(&bounds, stream),
                place(&entries, stream),
                place(&ordered, stream),
                place(&paired, stream),
                place(&worth, stream),
                place(&tile_marks, stream),
                place(&front_marks, stream),
            ],
            room: [
                place(&room.even, stream),
                place(&room.odd, stream),
                place(&room.scores, stream),
                place(&room.parents, stream),
                place(&room.way_looks, stream),
                place(&room.marks, stream),
                place(&room.kept, stream),
                place(&room.chosen, stream),
                place(&room.table, stream),
                place(&room.known, stream),
                place(&room.bins, stream),
                place(&room.sums, stream),
                place(&room.link_boards, stream),
                place(&room.link_looks, stream),
                place(&room.promise, stream),
            ],
            which: 0,
            paths: 0,
            sizes: sizes.words(field, wanted),
        };
        let launch = |kernel: &CudaFunction, threads: usize, a: &Arguments, words: &[u32]| {
            let config = LaunchConfig {
                grid_dim: (threads.div_ceil(THREADS).min(*blocks) as u32, 1, 1),
                block_dim: (threads.min(THREADS) as u32, 1, 1),
                shared_mem_bytes: 0,
            };
            let mut call = stream.launch_builder(kernel);
            call.arg(a);
            words.iter().for_each(|word| {
                call.arg(word);
            });
            // SAFETY: the arguments are what the kernels' source says, and all arrays are as long as it says.
            unsafe { call.launch(config) }.map(drop)
        };
        let (all, mut under_way) = (usize::MAX, VecDeque::new());
        for depth in 0..sizes.cells {
            let (a, at) = (&arguments, depth as u32);
            launch(&kernels.expand, all, a, &[at])?;
            launch(&kernels.clear, all, a, &[at])?;
            launch(&kernels.sift, all, a, &[at])?;
            launch(&kernels.sum, PARTS, a, &[at])?;
            launch(&kernels.pick, 1, a, &[at])?;
            launch(&kernels.take, all, a, &[at])?;
            launch(&kernels.build, all, a, &[at])?;
            if depth % PART == 0 {
                under_way.push_back(stream.record_event(None)?);
            }
            if under_way.len() > 2 {
                let Some(part) = under_way.pop_front() else { continue };
                while !part.try_is_complete()? {
                    std::thread::sleep(LOOK);
                    if halted() {
                        return stream.synchronize().map(|()| Laid::default());
                    }
                }
            }
        }
        launch(&kernels.rate, all, &arguments, &[])?;
        let known = stream.clone_dtoh(&room.known)?;
        stream.synchronize()?;
        let ways = known.chunks(KNOWN).map(|depth| u64::from(depth[1])).sum();
        let boards = known[sizes.cells * KNOWN] as usize;
        if boards == 0 {
            return Ok(Laid { ways, ..Laid::default() });
        }
        let promise = stream.clone_dtoh(&room.promise.slice(..boards))?;
        stream.synchronize()?;
        let order = most_promising(&promise, wanted);
        let which = stream.clone_htod(&order)?;
        // SAFETY: all of it is written before it is read.
        let paths = unsafe { stream.alloc::<u16>(order.len() * sizes.cells)? };
        (arguments.which, arguments.paths) = (place(&which, stream), place(&paths, stream));
        arguments.sizes = sizes.words(field, order.len());
        launch(&kernels.trace, all, &arguments, &[])?;
        let paths = stream.clone_dtoh(&paths)?;
        stream.synchronize()?;
        Ok(Laid {
            boards: paths.chunks(sizes.cells).map(<[u16]>::to_vec).collect(),
            promise: order.iter().map(|&board| promise[board as usize]).collect(),
            ways,
        })
    }
}
