//! TLS to a server, as `sslmode` says.

use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

use marquetry_fleet::{Error, Store};
use marquetry_testkit::server::Server;

fn openssl(folder: &Path, args: &str) {
    let mut command = Command::new("openssl");
    let output =
        command.args(args.split(' ')).current_dir(folder).output().expect("openssl is there");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_server_is_trusted_as_far_as_sslmode_says() {
    // A key is the server's alone, and lies where the server can go.
    let folder = std::env::temp_dir().join(format!("marquetry-tls-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("names"), "subjectAltName=DNS:localhost").expect("it is written");
    let new = "-newkey rsa:2048 -nodes -days 2";
    openssl(&folder, &format!("req -x509 {new} -keyout ca.key -out ca.crt -subj /CN=authority"));
    openssl(&folder, &format!("req -x509 {new} -keyout other.key -out other.crt -subj /CN=other"));
    openssl(
        &folder,
        "req -newkey rsa:2048 -nodes -keyout own.key -out own.csr -subj /CN=localhost",
    );
    let signed = "-CA ca.crt -CAkey ca.key -CAcreateserial -extfile names -days 2";
    openssl(&folder, &format!("x509 -req -in own.csr {signed} -out own.crt"));
    let port =
        TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr()).expect("a port").port();
    let files = ["own.crt", "own.key"].map(|name| folder.join(name));
    let server = Server::secured(&folder.join("pg"), [&files[0], &files[1]], port);
    let Some(_server) = server else { return };
    let open = |host: &str, how: &str, roots: &str| {
        let roots = folder.join(roots).display().to_string();
        let address =
            format!("postgres://postgres@{host}:{port}/postgres?sslmode={how}&sslrootcert={roots}");
        Store::make(&address).map(drop).map_err(|error| matches!(error, Error::Lost(_)))
    };
    for (host, how, roots, trusted) in [
        ("localhost", "verify-full", "ca.crt", true),
        ("127.0.0.1", "verify-full", "ca.crt", false),
        ("127.0.0.1", "verify-ca", "ca.crt", true),
        ("localhost", "verify-ca", "other.crt", false),
        ("localhost", "require", "other.crt", false),
        ("localhost", "prefer", "other.crt", true),
        ("localhost", "allow", "other.crt", true),
        ("localhost", "disable", "other.crt", true),
    ] {
        let expected = if trusted { Ok(()) } else { Err(true) };
        assert_eq!(open(host, how, roots), expected, "{host} {how} {roots}");
    }
    let _ = std::fs::remove_dir_all(&folder);
}
