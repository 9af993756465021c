//! Who may ask, what may be asked, and that nothing else gets through.

use marquetry_studio::Config;
use serde_json::json;

use crate::client::{Server, puzzle, reply};

#[test]
fn another_host_is_refused_before_its_origin_is_looked_at() {
    let server = Server::start();
    let port = server.port;
    let names = [
        format!("evil.example:{port}"),
        format!("localhost.evil.example:{port}"),
        format!("127.0.0.1.evil.example:{port}"),
        "127.0.0.1".to_owned(),
        format!("127.0.0.1:{}", port ^ 1),
        format!("evil.example@127.0.0.1:{port}"),
        String::new(),
    ];
    for name in names {
        // A name that leads here makes a site the same origin: its name alone gives it away.
        let headers = format!("Host: {name}\r\nOrigin: http://{name}\r\n");
        let reply = server.ask("GET", "/api/v1/shelf", &headers, b"");
        assert_eq!(reply.status, 403, "{name}");
        assert_eq!(reply.code(), "host", "{name}");
    }
    for name in ["127.0.0.1", "localhost", "[::1]"] {
        let headers = format!("Host: {name}:{port}\r\nOrigin: http://{name}:{port}\r\n");
        assert_eq!(server.ask("GET", "/api/v1/shelf", &headers, b"").status, 200, "{name}");
    }
    let absolute =
        format!("GET http://evil.example/api/v1/shelf HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n");
    assert_eq!(server.raw(absolute.as_bytes()).status, 403);
    let nameless = server.raw(b"GET /api/v1/shelf HTTP/1.0\r\n\r\n");
    assert_eq!(nameless.status, 403);
    let twice = format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: evil.example\r\n\r\n");
    assert!([400, 403].contains(&server.raw(twice.as_bytes()).status));
}

#[test]
fn another_site_is_refused_and_a_visitor_who_follows_its_link_is_not() {
    let server = Server::start();
    let (own, other) = (format!("http://127.0.0.1:{}", server.port), "http://evil.example");
    let body = json!({"text": "x"}).to_string();
    let asked = |origin: &str, more: &str| {
        let headers = format!("Origin: {origin}\r\nContent-Type: application/json\r\n{more}");
        server.ask("POST", "/api/v1/read", &headers, body.as_bytes())
    };
    assert_eq!(asked(&own, "").status, 200);
    assert_eq!(asked(&own, "Sec-Fetch-Site: same-origin\r\n").status, 200);
    for origin in [other, "null", "http://127.0.0.1", "https://127.0.0.1:1", ""] {
        let reply = asked(origin, "");
        assert_eq!((reply.status, reply.code().as_str()), (403, "origin"), "{origin}");
    }
    for site in ["cross-site", "same-site"] {
        let site = format!("Sec-Fetch-Site: {site}\r\n");
        assert_eq!(server.ask("GET", "/api/v1/shelf/soma.svg", &site, b"").status, 403);
        assert_eq!(server.ask("GET", "/", &site, b"").status, 403, "a frame or a script");
        let link = format!("{site}Sec-Fetch-Mode: navigate\r\n");
        assert_eq!(server.ask("GET", "/", &link, b"").status, 200, "a link that was followed");
        assert_eq!(server.ask("GET", "/api/v1/shelf", &link, b"").status, 403);
    }
    let asks_first = "Origin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\n";
    let preflight = server.ask("OPTIONS", "/api/v1/read", asks_first, b"");
    assert_eq!(preflight.status, 403);
    assert_eq!(preflight.header("access-control-allow-origin"), None);
}

#[test]
fn every_answer_says_what_the_page_may_do() {
    let server = Server::start();
    let all = [
        server.get("/"),
        server.get("/main.js"),
        server.get("/nothing.js"),
        server.get("/api/v1/shelf"),
        server.get("/api/v1/shelf/soma.svg"),
        server.get("/api/v1/nothing"),
        server.get("/api/v1/read"),
        server.ask("GET", "/", "Host: evil.example\r\n", b""),
        server.post("/api/v1/game", &json!(7)),
        server.post("/api/v1/draw", &json!({"puzzle": puzzle("klotski"), "as": "png"})),
    ];
    for reply in all {
        let policy = reply.header("content-security-policy").expect("there is a policy");
        for part in
            ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"]
        {
            assert!(policy.contains(part), "{policy}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.header("cross-origin-resource-policy"), Some("same-origin"));
        assert_eq!(reply.header("access-control-allow-origin"), None);
    }
}

#[test]
fn a_question_is_asked_in_json_alone() {
    let server = Server::start();
    let body = json!({"text": "x"}).to_string();
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""] {
        let headers = match kind {
            "" => String::new(),
            kind => format!("Content-Type: {kind}\r\n"),
        };
        let reply = server.ask("POST", "/api/v1/read", &headers, body.as_bytes());
        assert_eq!((reply.status, reply.code().as_str()), (415, "content-type"), "{kind}");
    }
    let headers = "Content-Type: application/JSON; charset=utf-8\r\n";
    assert_eq!(server.ask("POST", "/api/v1/read", headers, body.as_bytes()).status, 200);
}

#[test]
fn beyond_this_machine_nobody_is_heard_without_the_token() {
    let server = Server::with(Config { address: ([0, 0, 0, 0], 0).into(), ..Config::default() });
    let token = server.url.split("token=").nth(1).expect("the address has a token").to_owned();
    assert_eq!(token.len(), 32);
    let port = server.port;
    let asked = |path: &str, headers: &str| server.ask("GET", path, headers, b"");
    for path in
        ["/", "/main.js", "/api/v1/shelf", "/?token=", "/?token=00", "/api/v1/shelf?token=x"]
    {
        let reply = asked(path, "");
        assert_eq!((reply.status, reply.code().as_str()), (401, "token"), "{path}");
    }
    let wrong = token.replace(|c: char| c.is_ascii_digit(), "f");
    assert_eq!(asked("/", &format!("Cookie: marquetry-{port}={wrong}\r\n")).status, 401);
    assert_eq!(asked("/", &format!("Cookie: marquetry-1={token}\r\n")).status, 401);
    assert_eq!(asked(&format!("/api/v1/shelf?token={token}"), "").status, 401, "the page alone");

    let welcome = asked(&format!("/?token={token}"), "");
    assert_eq!((welcome.status, welcome.header("location")), (303, Some("/")));
    let cookie = welcome.header("set-cookie").expect("the token is kept");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let kept = format!("Cookie: other=1; {}\r\n", cookie.split(';').next().expect("a value"));
    for path in ["/", "/api/v1/shelf", "/api/v1/shelf/soma.svg"] {
        assert_eq!(asked(path, &kept).status, 200, "{path}");
    }
    let named = format!("Host: my-machine:{port}\r\n{kept}");
    assert_eq!(asked("/api/v1/shelf", &named).status, 200, "it goes by any name");
    let bearer = format!("Authorization: Bearer {token}\r\n");
    assert_eq!(asked("/api/v1/shelf", &bearer).status, 200);
    let foreign = format!("{kept}Origin: http://evil.example\r\n");
    assert_eq!(asked("/api/v1/shelf", &foreign).status, 403, "a cookie is not enough");
}

#[test]
fn what_is_too_large_is_refused_in_words_and_the_server_goes_on() {
    let server = Server::start();
    for (path, bytes) in
        [("/api/v1/game", 5 << 20), ("/api/v1/runs", 5 << 20), ("/api/v1/read", 25 << 20)]
    {
        let body = vec![b' '; bytes];
        let reply = server.ask("POST", path, "Content-Type: application/json\r\n", &body);
        assert_eq!((reply.status, reply.code().as_str()), (413, "too-large"), "{path}");
    }
    let text = "x".repeat(17 << 20);
    let read = server.told("read", &json!({"text": text}));
    assert_eq!(read["faults"][0]["code"], "too-large");
    let head = format!(
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nX: {}\r\n\r\n",
        server.port,
        "x".repeat(1 << 20)
    );
    assert!([400, 431].contains(&server.raw(head.as_bytes()).status));
    assert_eq!(server.get("/api/v1/shelf").status, 200);
}

/// All addresses that take a question.
const POSTS: [&str; 11] = [
    "read", "write", "draw", "game", "ways", "fitting", "hint", "solvable", "rest", "facts", "runs",
];

#[test]
fn rubbish_at_every_address_gets_a_clear_answer() {
    let server = Server::start();
    let klotski = puzzle("klotski");
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let nested = format!("{}\"clear\"{}", "{\"together\":[".repeat(1_000), "]}".repeat(1_000));
    let bodies = [
        String::new(),
        "null".into(),
        "[]".into(),
        "{}".into(),
        "{\"puzzle\":".into(),
        "\u{0}\u{1}".into(),
        deep,
        json!({"puzzle": 7, "text": 7, "as": "svg", "to": "native", "kind": "solve", "cell": [0, 0]}).to_string(),
        json!({"puzzle": {"v": 1, "kind": "puzzle", "family": "tiling"}, "as": "svg", "to": "native",
               "kind": "solve", "thing": 0, "cell": [0, 0]}).to_string(),
        json!({"puzzle": klotski, "moves": "x", "as": "x", "to": "x", "kind": "x", "thing": -1, "cell": 1}).to_string(),
        json!({"puzzle": klotski, "moves": [{"block": {"block": 1, "path": "XYZ"}}], "as": "svg", "to": "x",
               "kind": "solve", "thing": 0, "cell": [0, 0, 0], "engine": "x"}).to_string(),
        format!("{{\"puzzle\":{klotski},\"as\":\"svg\",\"to\":\"x\",\"kind\":\"watch\",\"thing\":0,\
                 \"cell\":[0,0],\"text\":1,\"moves\":[{nested}]}}"),
    ];
    for path in POSTS {
        for (i, body) in bodies.iter().enumerate() {
            let headers = "Content-Type: application/json\r\n";
            let reply = server.ask("POST", &format!("/api/v1/{path}"), headers, body.as_bytes());
            // What is JSON may make sense here or there, and the faults of a puzzle are what `read` is to say.
            let sense = i > 6 && [200, 201].contains(&reply.status);
            assert!(
                sense || (400..500).contains(&reply.status),
                "{path} {body:.80}: {}",
                reply.status
            );
            if !sense {
                reply.code();
            }
        }
    }
    let gets = [
        "shelf/nothing",
        "shelf/nothing.svg",
        "shelf/..%2f..%2fetc",
        "opened",
        "runs/x",
        "runs/x/events",
        "runs/x/solutions",
        "runs/x/solutions/0.svg",
        "runs/x/steps",
        "nothing",
        "",
        "runs/%00/events",
        "runs/%ff",
        "shelf/%ff",
    ];
    for path in gets {
        let reply = server.get(&format!("/api/v1/{path}"));
        assert_eq!((reply.status, reply.code().as_str()), (404, "not-found"), "{path}");
    }
    for (method, path) in [
        ("PUT", "/api/v1/game"),
        ("GET", "/api/v1/game"),
        ("DELETE", "/"),
        ("PATCH", "/api/v1/runs/x"),
    ] {
        let reply = server.ask(method, path, "", b"");
        assert_eq!((reply.status, reply.code().as_str()), (405, "method"), "{method} {path}");
    }
    for query in ["?from=x", "?count=-1", "?after=x"] {
        let reply = server.get(&format!("/api/v1/runs/x/events{query}&from=x&count=x&after=x"));
        assert_eq!((reply.status, reply.code().as_str()), (400, "query"), "{query}");
    }
    assert_eq!(server.get("/api/v1/shelf").status, 200);
}

#[test]
fn bytes_that_are_no_request_are_not_waited_for() {
    let server = Server::start();
    for bytes in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..],
        b"GET\r\n\r\n",
        b"\r\n\r\n\r\nx",
        &[0; 5_000],
    ] {
        let reply = server.raw(&[bytes, &b"\r\n\r\n"[..]].concat());
        assert!([0, 400].contains(&reply.status), "{}", reply.head);
    }
    // A question that is never finished keeps nobody else from asking.
    let mut half = server.connect();
    let head = format!("POST /api/v1/read HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n", server.port);
    let head = head + "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"te";
    std::io::Write::write_all(&mut half, head.as_bytes()).expect("it is begun");
    assert_eq!(server.get("/api/v1/shelf").status, 200);
    half.shutdown(std::net::Shutdown::Write).expect("it breaks off");
    assert!([0, 400].contains(&reply(&mut half).status));
}

#[test]
fn no_file_is_served_but_those_of_the_page() {
    let folder = std::env::temp_dir().join(format!("marquetry-page-{}", std::process::id()));
    let page = folder.join("page");
    std::fs::create_dir_all(page.join("core")).expect("a folder can be made");
    std::fs::create_dir_all(page.join("test")).expect("a folder can be made");
    for (name, text) in [
        ("page/index.html", "<!doctype html>"),
        ("page/core/game.js", "export {}"),
        ("page/test/wire.js", "no"),
        ("page/.hidden.js", "no"),
        ("page/notes.md", "no"),
        ("page/eslint.config.js", "no"),
        ("secret.js", "no"),
    ] {
        std::fs::write(folder.join(name), text).expect("a file can be written");
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.join("secret.js"), page.join("link.js")).expect("a link");
    let built_in = Server::start();
    let from_folder = Server::with(Config { page: Some(page.clone()), ..Config::default() });
    for server in [&built_in, &from_folder] {
        assert_eq!(server.get("/").header("content-type"), Some("text/html; charset=utf-8"));
        for path in [
            "/../secret.js",
            "/core/../../secret.js",
            "/%2e%2e/secret.js",
            "/..%2fsecret.js",
            "/link.js",
            "//etc/passwd",
            "/etc/passwd",
            "/test/wire.js",
            "/.hidden.js",
            "/notes.md",
            "/eslint.config.js",
            "/core",
            "/core/",
            "/index.html/",
            "/core//game.js",
            "/C:/secret.js",
            "/core\\game.js",
        ] {
            assert_eq!(server.get(path).status, 404, "{path}");
        }
    }
    let reply = from_folder.get("/core/game.js");
    assert_eq!(
        (reply.status, reply.header("content-type")),
        (200, Some("text/javascript; charset=utf-8"))
    );
    drop((built_in, from_folder));
    std::fs::remove_dir_all(&folder).expect("what was made can be removed");
    let gone =
        Config { page: Some(page), address: ([127, 0, 0, 1], 0).into(), ..Config::default() };
    assert!(marquetry_studio::Studio::bind(gone).is_err(), "a folder without a page is refused");
}
