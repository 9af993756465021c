//! A PostgreSQL server for tests: on a socket in a folder of its own, gone with the test.

use std::fs;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Without waiting for the disk, since no test takes its power away.
const HASTY: &str = "fsync = off
full_page_writes = off
autovacuum = off
";

/// How the server is set: small, and on a socket.
const SETTINGS: &str = "listen_addresses = ''
shared_buffers = 16MB
max_connections = 60
wal_level = minimal
max_wal_senders = 0
max_wal_size = 64MB
min_wal_size = 32MB
";

/// A server, running.
pub struct Server {
    folder: PathBuf,
    programs: PathBuf,
    port: u16,
}

impl Server {
    /// Starts one in this folder, which is removed with it. `None` where PostgreSQL is not installed, which CI does not allow.
    ///
    /// # Panics
    /// It is installed and does not start.
    pub fn start(folder: &Path) -> Option<Server> {
        Server::start_set(folder, HASTY, 5432)
    }

    /// The same, as people would have it: it waits for the disk.
    ///
    /// # Panics
    /// It is installed and does not start.
    pub fn lasting(folder: &Path) -> Option<Server> {
        Server::start_set(folder, "", 5432)
    }

    /// The same with TLS, by a certificate and a key in these files, on a port of this machine.
    ///
    /// # Panics
    /// It is installed and does not start.
    pub fn secured(folder: &Path, [certificate, key]: [&Path; 2], port: u16) -> Option<Server> {
        if let Some(user) = other_user() {
            chown(key, Some(user), None).expect("the key is the server's");
        }
        let files = format!(
            "ssl_cert_file = '{}'\nssl_key_file = '{}'",
            certificate.display(),
            key.display()
        );
        let tls =
            format!("{HASTY}ssl = on\nlisten_addresses = '127.0.0.1'\nport = {port}\n{files}\n");
        Server::start_set(folder, &tls, port)
    }

    fn start_set(folder: &Path, more: &str, port: u16) -> Option<Server> {
        let Some(programs) = programs() else {
            assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "PostgreSQL is not installed");
            eprintln!("LEFT OUT: PostgreSQL is not installed");
            return None;
        };
        fs::create_dir_all(folder).expect("a folder");
        let server = Server { folder: folder.to_owned(), programs, port };
        if let Some(user) = other_user() {
            chown(folder, Some(user), None).expect("the folder is the server's");
        }
        let data = server.data();
        let made = ["-D", &data, "-A", "trust", "-U", "postgres", "-N", "--locale=C", "-E", "UTF8"];
        server.run("initdb", &made, &["--wal-segsize=4"]);
        let file = folder.join("data/postgresql.conf");
        let before = fs::read_to_string(&file).expect("its settings");
        let settings =
            format!("{before}{SETTINGS}{more}unix_socket_directories = '{}'\n", folder.display());
        fs::write(&file, settings).expect("its settings");
        server.go_on();
        Some(server)
    }

    /// One for all tests that run at the same time.
    pub fn shared() -> Option<Arc<Server>> {
        static SHARED: Mutex<Weak<Server>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(server) = shared.upgrade() {
            return Some(server);
        }
        // The last one may still be on its way out.
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let name = format!("marquetry-pg-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let server = Arc::new(Server::start(&folder)?);
        *shared = Arc::downgrade(&server);
        Some(server)
    }

    fn data(&self) -> String {
        self.folder.join("data").display().to_string()
    }

    /// The folder of its socket.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The address of a new database.
    pub fn database(&self, name: &str) -> String {
        self.sql("postgres", &format!("CREATE DATABASE \"{name}\""));
        format!("postgres://postgres@/{name}?host={}", self.folder.display())
    }

    /// Lets `psql` say something.
    pub fn sql(&self, database: &str, statement: &str) -> String {
        let folder = self.folder.display().to_string();
        let output = Command::new("psql")
            .args([
                "-h",
                &folder,
                "-p",
                &self.port.to_string(),
                "-U",
                "postgres",
                "-d",
                database,
                "-tAqc",
                statement,
            ])
            .output()
            .expect("psql is there");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Stops it as a crash would, or a power cut.
    pub fn crash(&self) {
        self.run("pg_ctl", &["-D", &self.data(), "-m", "immediate", "-w", "stop"], &[]);
    }

    /// Starts it again.
    ///
    /// # Panics
    /// It does not start.
    pub fn go_on(&self) {
        self.try_to_go_on();
        assert!(self.runs(), "{}", fs::read_to_string(self.folder.join("log")).unwrap_or_default());
    }

    /// Starts it again if it can be.
    pub fn try_to_go_on(&self) {
        let log = self.folder.join("log").display().to_string();
        let mut start = self.command("pg_ctl");
        let _ = start
            .args(["-D", &self.data(), "-l", &log, "-w", "start"])
            .stderr(Stdio::null())
            .status();
    }

    /// Does it run?
    pub fn runs(&self) -> bool {
        self.sql("postgres", "SELECT 1") == "1"
    }

    fn command(&self, program: &str) -> Command {
        let program = self.programs.join(program);
        let mut command = match other_user() {
            None => Command::new(program),
            // It will not run as root.
            Some(user) => {
                let mut command = Command::new("setpriv");
                command.arg(format!("--reuid={user}")).args(["--regid=nogroup", "--clear-groups"]);
                command.arg(program);
                command
            }
        };
        command.current_dir(&self.folder).stdin(Stdio::null()).stdout(Stdio::null());
        command
    }

    fn run(&self, program: &str, args: &[&str], more: &[&str]) {
        let mut command = self.command(program);
        let status = command.args(args).args(more).stderr(Stdio::null()).status();
        assert!(status.is_ok_and(|status| status.success()), "{program} {args:?} fails");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let data = self.data();
        let mut stop = self.command("pg_ctl");
        let _ = stop
            .args(["-D", &data, "-m", "immediate", "-w", "stop"])
            .stderr(Stdio::null())
            .status();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Where the server's programs are.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let debian = debian.map(|version| version.path().join("bin"));
    std::env::split_paths(&path).chain(debian).find(|folder| folder.join("initdb").exists())
}

/// Whom the server runs as where we are root.
fn other_user() -> Option<u32> {
    let root = fs::metadata("/proc/self").is_ok_and(|me| me.uid() == 0);
    root.then(|| {
        let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
        let number = |name: &str| {
            let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
            line.split(':').nth(2)?.parse().ok()
        };
        number("postgres").or_else(|| number("nobody")).unwrap_or(65534)
    })
}
