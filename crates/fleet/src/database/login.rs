//! Where a server is, who we are there, and how it is trusted: an address, the environment and the password file, as
//! libpq reads them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use postgres::Config;
use postgres::config::{Host, SslMode};

use crate::Error;

/// How far a server is trusted, by the names of libpq's `sslmode`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Trust {
    /// No TLS.
    Disable,
    /// TLS if the server will not do without.
    Allow,
    /// TLS if the server can.
    Prefer,
    /// TLS with whoever answers.
    Require,
    /// TLS with a server whose certificate a known authority has signed.
    VerifyCa,
    /// The same, and it is the server that was asked for.
    VerifyFull,
}

/// A server, and how to get in.
pub struct Login {
    /// All that the protocol itself needs. It holds the password and is never shown.
    pub config: Config,
    /// How far the server is trusted.
    pub trust: Trust,
    /// The certificates of known authorities, where a file of them was named or lies in its place.
    pub roots: Option<PathBuf>,
}

impl Login {
    /// Reads an address, and takes what it does not say from the environment.
    pub fn new(address: &str) -> Result<Login, Error> {
        Login::from(address, &|name| std::env::var(name).ok().filter(|value| !value.is_empty()))
    }

    fn from(address: &str, env: &dyn Fn(&str) -> Option<String>) -> Result<Login, Error> {
        let (plain, own) = take_own(address)?;
        let find = |key: &str, name: &str| {
            let said = own.iter().find(|(own, _)| own == key).map(|(_, value)| value.clone());
            said.or_else(|| env(name))
        };
        let bad = |_| Error::Address("it is no address of a PostgreSQL server".to_owned());
        let mut config: Config = plain.parse().map_err(bad)?;
        fill_in(&mut config, env)?;
        let home = env("HOME").map(PathBuf::from);
        let beside = |name: &str| home.as_ref().map(|home| home.join(".postgresql").join(name));
        let roots = find("sslrootcert", "PGSSLROOTCERT").map(PathBuf::from);
        let roots = roots.or_else(|| beside("root.crt").filter(|path| path.exists()));
        let trust = trust(find("sslmode", "PGSSLMODE").as_deref(), roots.is_some())?;
        config.ssl_mode(match trust {
            Trust::Disable | Trust::Allow => SslMode::Disable,
            Trust::Prefer => SslMode::Prefer,
            _ => SslMode::Require,
        });
        if config.get_password().is_none() {
            let file = find("passfile", "PGPASSFILE").map(PathBuf::from);
            let file = file.or_else(|| home.map(|home| home.join(".pgpass")));
            if let Some(password) = file.and_then(|file| password(&file, &config)) {
                config.password(password);
            }
        }
        Ok(Login { config, trust, roots })
    }
}

/// Takes out of an address what the protocol's own reader does not know.
fn take_own(address: &str) -> Result<(String, Vec<(String, String)>), Error> {
    let Some((plain, query)) = address.split_once('?') else {
        return Ok((address.to_owned(), Vec::new()));
    };
    let (mut kept, mut own) = (Vec::new(), Vec::new());
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        match pair.split_once('=') {
            Some((key @ ("sslmode" | "sslrootcert" | "passfile"), value)) => {
                own.push((key.to_owned(), decoded(value)?));
            }
            _ => kept.push(pair),
        }
    }
    let mark = if kept.is_empty() { "" } else { "?" };
    Ok((format!("{plain}{mark}{}", kept.join("&")), own))
}

fn decoded(text: &str) -> Result<String, Error> {
    let bad = || Error::Address("a '%' in it is not followed by two digits".to_owned());
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let mut digit = || char::from(rest.next()?).to_digit(16);
        bytes.push(match byte {
            b'%' => (16 * digit().ok_or_else(bad)? + digit().ok_or_else(bad)?) as u8,
            byte => byte,
        });
    }
    String::from_utf8(bytes).map_err(|_| bad())
}

/// What the address does not say, as libpq finds it.
fn fill_in(config: &mut Config, env: &dyn Fn(&str) -> Option<String>) -> Result<(), Error> {
    if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
        let places = ["/var/run/postgresql", "/tmp"];
        let usual =
            places.into_iter().find(|place| Path::new(place).join(".s.PGSQL.5432").exists());
        config.host(&env("PGHOST").unwrap_or_else(|| usual.unwrap_or("localhost").to_owned()));
    }
    if let Some(port) = env("PGPORT").filter(|_| config.get_ports().is_empty()) {
        let bad = |_| Error::Address("PGPORT is no number of a port".to_owned());
        config.port(port.parse().map_err(bad)?);
    }
    let user = env("PGUSER").or_else(|| env("USER"));
    if let Some(user) = user.filter(|_| config.get_user().is_none()) {
        config.user(&user);
    }
    if let Some(name) = env("PGDATABASE").filter(|_| config.get_dbname().is_none()) {
        config.dbname(&name);
    }
    if let Some(password) = env("PGPASSWORD").filter(|_| config.get_password().is_none()) {
        config.password(password);
    }
    if config.get_application_name().is_none() {
        config.application_name("marquetry");
    }
    // Nobody waits for a server that is gone without a word.
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(Duration::from_secs(10));
    }
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(Duration::from_secs(30));
    }
    Ok(())
}

fn trust(mode: Option<&str>, roots: bool) -> Result<Trust, Error> {
    Ok(match mode {
        Some("disable") => Trust::Disable,
        Some("allow") => Trust::Allow,
        None | Some("prefer") => Trust::Prefer,
        // Who has put the authorities' certificates in their place wants them used.
        Some("require") if roots => Trust::VerifyCa,
        Some("require") => Trust::Require,
        Some("verify-ca") => Trust::VerifyCa,
        Some("verify-full") => Trust::VerifyFull,
        Some(other) => return Err(Error::Address(format!("there is no sslmode '{other}'"))),
    })
}

/// The password for this login in a file of libpq's. One that others can read is passed over, as libpq does.
fn password(file: &Path, config: &Config) -> Option<String> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if fs::metadata(file).ok()?.permissions().mode() & 0o077 != 0 {
            return None;
        }
    }
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(name)) => name.clone(),
        _ => "localhost".to_owned(),
    };
    let port = config.get_ports().first().copied().unwrap_or(5432).to_string();
    let user = config.get_user().unwrap_or_default();
    let wanted = [&host, &port, config.get_dbname().unwrap_or(user), user];
    fs::read_to_string(file).ok()?.lines().find_map(|line| {
        let fields = fields(line)?;
        let fits = wanted.iter().zip(&fields).all(|(want, is)| is == "*" || is == want);
        fits.then(|| fields[4].clone())
    })
}

/// The five fields of a line: colons part them, a backslash takes the next letter as it is.
fn fields(line: &str) -> Option<[String; 5]> {
    let mut fields: [String; 5] = Default::default();
    let (mut at, mut letters) = (0, line.chars());
    while let Some(letter) = letters.next() {
        match letter {
            '#' if at == 0 && fields[0].is_empty() => return None,
            '\\' => fields[at].extend(letters.next()),
            ':' if at < 4 => at += 1,
            letter => fields[at].push(letter),
        }
    }
    (at == 4).then_some(fields)
}

/// An address without its password and its parameters.
pub fn without_secrets(address: &str) -> String {
    let plain = address.split('?').next().unwrap_or_default();
    let (scheme, rest) = plain.split_once("://").unwrap_or(("postgres", plain));
    match rest.rsplit_once('@') {
        Some((who, place)) => {
            format!("{scheme}://{}@{place}", who.split(':').next().unwrap_or_default())
        }
        None => format!("{scheme}://{rest}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn login(address: &str, env: &[(&str, &str)]) -> Login {
        let env = |name: &str| {
            env.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        };
        Login::from(address, &env).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn what_an_address_does_not_say_comes_from_the_environment() {
        let all = [("PGHOST", "far"), ("PGPORT", "6000"), ("PGUSER", "ann"), ("PGPASSWORD", "s")];
        let from_env = login("postgres://", &all).config;
        assert_eq!(from_env.get_hosts(), [Host::Tcp("far".into())]);
        assert_eq!((from_env.get_ports(), from_env.get_user()), (&[6000][..], Some("ann")));
        assert_eq!(from_env.get_password(), Some(&b"s"[..]));
        let said = login("postgres://bob:p@near:1/db", &all).config;
        assert_eq!(said.get_hosts(), [Host::Tcp("near".into())]);
        assert_eq!((said.get_password(), said.get_dbname()), (Some(&b"p"[..]), Some("db")));
    }

    #[test]
    fn a_password_file_is_read_as_libpq_reads_it() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("pass");
        fs::write(&file, "# a:b\nfar:*:other:ann:no\nfar:5432:*:ann:a\\:b\\\\c\n*:*:*:*:last\n")
            .expect("it is written");
        let env = [("PGPASSFILE", file.to_str().expect("a name"))];
        let password = |address| {
            let login = login(address, &env);
            login.config.get_password().map(|p| String::from_utf8_lossy(p).into_owned())
        };
        assert_eq!(password("postgres://ann@far/db"), None, "others can read it");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("it is ours");
        assert_eq!(password("postgres://ann@far/db").as_deref(), Some("a:b\\c"));
        assert_eq!(password("postgres://bob@far/db").as_deref(), Some("last"));
    }

    #[test]
    fn trust_is_what_sslmode_says() {
        let trust = |address, env: &[(&str, &str)]| login(address, env).trust;
        assert_eq!(trust("postgres://h/d", &[]), Trust::Prefer);
        assert_eq!(trust("postgres://h/d", &[("PGSSLMODE", "verify-full")]), Trust::VerifyFull);
        assert_eq!(trust("postgres://h/d?sslmode=require", &[]), Trust::Require);
        let rooted = login("postgres://h/d?sslmode=require&sslrootcert=/a%20b", &[]);
        assert_eq!((rooted.trust, rooted.roots), (Trust::VerifyCa, Some(PathBuf::from("/a b"))));
        assert!(Login::from("postgres://h/d?sslmode=maybe", &|_| None).is_err());
    }

    #[test]
    fn a_password_is_never_shown() {
        for (address, shown) in [
            ("postgres://ann:secret@far:1/db?sslmode=require", "postgres://ann@far:1/db"),
            ("postgres://ann:a@b@far/db", "postgres://ann@far/db"),
            ("postgres:///db?user=ann&password=secret", "postgres:///db"),
        ] {
            assert_eq!(without_secrets(address), shown);
        }
    }
}
