//! A card, by way of its driver.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use cudarc::driver::result::mem_get_info;
use cudarc::driver::sys::{
    CUdevice_attribute as Attribute, CUfunction_attribute, is_culib_present,
};
use cudarc::driver::{
    CudaContext, CudaFunction, CudaSlice, CudaStream, DevicePtr, DeviceRepr, DriverError,
    LaunchConfig, PushKernelArg,
};
use cudarc::nvrtc::Ptx;
use marquetry_search::matching::best::card::{Abreast, Batch, Card, Laid, Layout, Searched};

use crate::beams::Beams;
use crate::job::{Job, TALLIES};
use crate::sizes::Sizes;

/// The kernel, made from its source by `kernel/make`.
const PTX: &str = include_str!("../kernel/hunt.ptx");
/// Threads of a block, which searches one half: as many of these as have room.
const THREADS: [usize; 2] = [256, 128];
/// Halves of a batch for each block that runs at a time.
const EACH: usize = 2;
/// The most boards abreast; of the card's memory that is free one part in so many is for them at most.
const WIDEST: usize = 1 << 20;
const MEMORY: usize = 4;
/// How often it looks whether the card is through.
const LOOK: Duration = Duration::from_millis(5);

/// A graphics card.
pub struct Device {
    context: Arc<CudaContext>,
    kernel: CudaFunction,
    name: String,
    processors: usize,
    /// The most shared memory a block may have.
    shared: usize,
    beams: Mutex<Beams>,
    trouble: Mutex<Option<String>>,
}

/// What the kernel is called with; see the kernel's `Job`.
#[repr(C)]
#[derive(Copy, Clone)]
struct Arguments {
    entries: u64,
    counts: u64,
    bounds: u64,
    seen: u64,
    starts: u64,
    start_at: u64,
    steps: u64,
    allowed: u64,
    paths: u64,
    next: u64,
    missing: u64,
    halt: u64,
    tally: u64,
    work: u64,
    ends: u64,
    boards: u64,
    sizes: [u32; 15],
}

// SAFETY: plain numbers, laid out as the kernel's structure is.
unsafe impl DeviceRepr for Arguments {}

/// The cards with these numbers, or all there are. Says why where there is none.
pub fn devices(numbers: &[usize]) -> Result<Vec<Device>, String> {
    // SAFETY: it tries to load the driver's library, whose own start-up code is all that runs.
    if !unsafe { is_culib_present() } {
        return Err("there is no driver for a graphics card that can run CUDA".into());
    }
    let told = |e: DriverError| format!("the graphics card's driver says: {e}");
    cudarc::driver::result::init().map_err(told)?;
    let count = usize::try_from(CudaContext::device_count().map_err(told)?).unwrap_or(0);
    if count == 0 {
        return Err("there is no graphics card that can run CUDA".into());
    }
    if let Some(number) = numbers.iter().find(|&&number| number >= count) {
        return Err(format!("there is no graphics card {number}: they are 0 to {}", count - 1));
    }
    let all: Vec<usize> = (0..count).collect();
    let numbers = if numbers.is_empty() { &all } else { numbers };
    numbers.iter().map(|&number| Device::new(number).map_err(told)).collect()
}

impl Device {
    fn new(number: usize) -> Result<Device, DriverError> {
        let context = CudaContext::new(number)?;
        // SAFETY: each batch has its own memory and its own stream, whose order is all that is needed.
        unsafe { context.disable_event_tracking() };
        let kernel = context.load_module(Ptx::from_src(PTX))?.load_function("hunt")?;
        let attribute = |attribute| context.attribute(attribute).map(|n| n as usize);
        let shared = attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?;
        let most = CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        kernel.set_attribute(most, shared as i32)?;
        Ok(Device {
            name: context.name()?,
            processors: attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?,
            beams: Mutex::new(Beams::new(&context)?),
            context,
            kernel,
            shared,
            trouble: Mutex::default(),
        })
    }

    /// Keeps in mind why the card stopped, if it did.
    fn told<T>(&self, result: Result<T, DriverError>) -> Result<T, String> {
        result.map_err(|e| {
            let why = e.to_string();
            *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(why.clone());
            why
        })
    }

    /// What the card is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Why the card stopped, if it did.
    pub fn trouble(&self) -> Option<String> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How many threads of a block have room, when so many need so many bytes.
    fn threads(&self, needed: impl Fn(usize) -> usize) -> Option<usize> {
        THREADS.into_iter().find(|&threads| needed(threads) <= self.shared)
    }

    fn launch(
        &self,
        job: &Job,
        halted: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<Searched>, DriverError> {
        let (stream, aside) = (self.context.new_stream()?, self.context.new_stream()?);
        let (halves, cells) = (job.halves(), job.cells());
        let threads = self.threads(|threads| job.shared(threads)).unwrap_or(32);
        let (shared, size) = (job.shared(threads), threads as u32);
        let at_a_time =
            self.kernel.occupancy_max_active_blocks_per_multiprocessor(size, shared, None)?;
        let blocks = (self.processors * at_a_time.max(1) as usize).min(halves);
        let ends: Vec<u32> = [u32::MAX, 0, job.level()].repeat(halves);
        let (entries, counts) = (stream.clone_htod(&job.entries)?, stream.clone_htod(&job.counts)?);
        let (bounds, seen) = (stream.clone_htod(&job.bounds)?, stream.clone_htod(&job.seen)?);
        // An array without an element has no place.
        let ahead = if job.starts.is_empty() { &[0] } else { &job.starts[..] };
        let (starts, start_at) = (stream.clone_htod(ahead)?, stream.clone_htod(&job.start_at)?);
        let (steps, allowed) = (stream.clone_htod(&job.steps)?, stream.clone_htod(&job.allowed)?);
        // SAFETY: the kernel reads of it only what it has written.
        let paths = unsafe { stream.alloc::<u32>(blocks * threads * cells)? };
        let (next, missing) = (stream.alloc_zeros::<u32>(1)?, stream.clone_htod(&[job.missing])?);
        let mut halt = stream.alloc_zeros::<u32>(1)?;
        let tally = stream.alloc_zeros::<u32>(TALLIES * halves)?;
        let work = stream.alloc_zeros::<u64>(3 * halves)?;
        let (ends, boards) =
            (stream.clone_htod(&ends)?, stream.alloc_zeros::<u32>(halves * cells)?);
        let arguments = Arguments {
            entries: place(&entries, &stream),
            counts: place(&counts, &stream),
            bounds: place(&bounds, &stream),
            seen: place(&seen, &stream),
            starts: place(&starts, &stream),
            start_at: place(&start_at, &stream),
            steps: place(&steps, &stream),
            allowed: place(&allowed, &stream),
            paths: place(&paths, &stream),
            next: place(&next, &stream),
            missing: place(&missing, &stream),
            halt: place(&halt, &stream),
            tally: place(&tally, &stream),
            work: place(&work, &stream),
            ends: place(&ends, &stream),
            boards: place(&boards, &stream),
            sizes: job.sizes,
        };
        let config = LaunchConfig {
            grid_dim: (blocks as u32, 1, 1),
            block_dim: (size, 1, 1),
            shared_mem_bytes: shared as u32,
        };
        // What is set from aside must be there before.
        stream.synchronize()?;
        // SAFETY: the arguments are what the kernel's source says, and all arrays are as long as it says; they are freed
        // in the order of the stream, after the kernel.
        unsafe { stream.launch_builder(&self.kernel).arg(&arguments).launch(config)? };
        let through = stream.record_event(None)?;
        let mut told = false;
        while !through.try_is_complete()? {
            std::thread::sleep(LOOK);
            if !told && halted() {
                aside.memcpy_htod(&[1], &mut halt)?;
                told = true;
            }
        }
        let (work, ends) = (stream.clone_dtoh(&work)?, stream.clone_dtoh(&ends)?);
        let (boards, tally) = (stream.clone_dtoh(&boards)?, stream.clone_dtoh(&tally)?);
        Ok(job.searched(&work, &ends, &boards, &tally))
    }
}

/// Where an array lies on the card.
pub(crate) fn place<T>(array: &CudaSlice<T>, stream: &Arc<CudaStream>) -> u64 {
    array.device_ptr(stream).0
}

impl Card for Device {
    fn batch(&self, layout: &Layout) -> Result<usize, String> {
        Job::fits(layout)?;
        let room = |threads| Job::room(layout, threads);
        let Some(threads) = self.threads(room) else {
            let (needed, there) = (room(THREADS[THREADS.len() - 1]) >> 10, self.shared >> 10);
            return Err(format!(
                "its tables may need {needed} KiB, and a block on the card has {there}"
            ));
        };
        Ok(EACH * self.processors * (self.shared / room(threads)).clamp(1, 2))
    }

    fn search(
        &self,
        layout: &Layout,
        batch: &Batch<'_>,
        halted: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<Searched>, String> {
        self.told(self.launch(&Job::new(layout, batch), halted))
    }

    fn abreast(&self, field: &Abreast) -> usize {
        let free = self.context.bind_to_thread().and_then(|()| mem_get_info());
        let room = free.map_or(0, |(free, _)| free / MEMORY);
        let fits = |&width: &usize| {
            let sizes = Sizes::new(field, width);
            sizes.bytes() <= room && sizes.stride.max(sizes.cells) * width < 1 << 32
        };
        std::iter::successors(Some(WIDEST), |width| Some(width / 2))
            .take_while(|&width| width > 0)
            .find(fits)
            .unwrap_or(0)
    }

    fn beam(
        &self,
        field: &Abreast,
        (width, wanted): (usize, usize),
        halted: &mut dyn FnMut() -> bool,
    ) -> Result<Laid, String> {
        let mut beams = self.beams.lock().unwrap_or_else(PoisonError::into_inner);
        self.told(beams.lay(field, Sizes::new(field, width), wanted, halted))
    }
}
