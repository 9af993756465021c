//! Who may ask: no other site, and from beyond this machine nobody without the token.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::Shared;
use crate::answer::Problem;
use std::sync::Arc;

/// What the page may do. Pictures may be made on the page itself; all else comes from this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What every answer says beside its content.
const SAID: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// The address, and the token where one is needed.
#[derive(Debug)]
pub struct Guard {
    address: SocketAddr,
    token: Option<String>,
}

impl Guard {
    /// A guard of this address. Beyond this machine it asks for a token, which is made at random.
    pub fn new(address: SocketAddr) -> std::io::Result<Guard> {
        let token = match address.ip().is_loopback() {
            true => None,
            false => Some(random()?),
        };
        Ok(Guard { address, token })
    }

    /// The address of the page, as it is called on this machine.
    pub fn url(&self) -> String {
        let mut address = self.address;
        match address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
            IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
            _ => {}
        }
        match &self.token {
            None => format!("http://{address}/"),
            Some(token) => format!("http://{address}/?token={token}"),
        }
    }

    fn check(&self, request: &Request) -> Result<(), Problem> {
        let refuse = |code, message| Err(Problem::new(StatusCode::FORBIDDEN, code, message));
        let headers = request.headers();
        // The name comes first: a site that has its name lead here is its own origin, and must not get further.
        let Some(host) = only(headers, header::HOST).filter(|host| self.knows(host)) else {
            return refuse("host", "this studio does not go by that name");
        };
        if request.uri().authority().is_some_and(|named| named.as_str() != host) {
            return refuse("host", "this studio does not go by that name");
        }
        let own = |origin: &HeaderValue| origin.as_bytes() == format!("http://{host}").as_bytes();
        if headers.get_all(header::ORIGIN).iter().any(|origin| !own(origin)) {
            return refuse("origin", "another site may not ask this studio");
        }
        if foreign(headers) && !visit(request) {
            return refuse("origin", "another site may not ask this studio");
        }
        Ok(())
    }

    /// May this server be called so? Where a token is asked for, by any name: the cookie that holds it is bound to one.
    fn knows(&self, host: &str) -> bool {
        let port = self.address.port();
        let (name, given) = match host.rsplit_once(':') {
            Some((name, digits)) if !digits.ends_with(']') => (name, digits.parse().ok()),
            _ => (host, Some(80)),
        };
        let here = ["127.0.0.1", "localhost", "[::1]"].contains(&name)
            || name.trim_matches(['[', ']']).parse::<IpAddr>() == Ok(self.address.ip());
        given == Some(port) && (here || self.token.is_some())
    }

    /// The name of the cookie. Servers on other ports of this machine have the same cookies.
    fn cookie(&self) -> String {
        format!("marquetry-{}", self.address.port())
    }

    /// Does the request hold the token?
    fn trusts(&self, request: &Request) -> bool {
        let Some(token) = &self.token else { return true };
        let name = self.cookie();
        let cookies = request.headers().get_all(header::COOKIE);
        let cookies = cookies.iter().filter_map(|c| c.to_str().ok()).flat_map(|c| c.split("; "));
        let held = cookies.filter_map(|c| c.strip_prefix(&name)?.strip_prefix('='));
        let bearer = only(request.headers(), header::AUTHORIZATION);
        let bearer = bearer.and_then(|value| value.strip_prefix("Bearer "));
        held.chain(bearer).any(|given| same(given, token))
    }

    /// Is the token part of the address? Then the page is shown once it is kept as a cookie.
    fn welcomes(&self, request: &Request) -> Option<Response> {
        let token = self.token.as_ref()?;
        let query = request.uri().query()?;
        let given = query.split('&').find_map(|pair| pair.strip_prefix("token="))?;
        if !same(given, token) || request.method() != Method::GET || request.uri().path() != "/" {
            return None;
        }
        let kept = format!("{}={token}; HttpOnly; SameSite=Strict; Path=/", self.cookie());
        Some(
            (
                StatusCode::SEE_OTHER,
                [(header::LOCATION, "/".to_owned()), (header::SET_COOKIE, kept)],
            )
                .into_response(),
        )
    }
}

/// Looks at a request before all else, and says on each answer what it may do.
pub async fn guarded(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let guard = &shared.guard;
    let mut response = match guard.check(&request) {
        Err(problem) => problem.into_response(),
        Ok(()) => match guard.welcomes(&request) {
            Some(welcome) => welcome,
            None if guard.trusts(&request) => next.run(request).await,
            None => {
                let words = "open the address that the studio printed: its token is missing here";
                Problem::new(StatusCode::UNAUTHORIZED, "token", words).into_response()
            }
        },
    };
    let headers = response.headers_mut();
    for (name, value) in SAID {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// The value of a header that is there once.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    values.next().is_none().then(|| value.to_str().ok()).flatten()
}

/// Does the browser say that another site asks?
fn foreign(headers: &HeaderMap) -> bool {
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    site.is_some_and(|site| site != b"same-origin" && site != b"none")
}

/// Does somebody follow a link to the page?
fn visit(request: &Request) -> bool {
    let mode = request.headers().get("sec-fetch-mode").map(HeaderValue::as_bytes);
    let page = !request.uri().path().starts_with("/api/");
    request.method() == Method::GET && page && mode == Some(b"navigate")
}

/// Are they equal? It takes as long where they differ early as where they differ late.
fn same(given: &str, token: &str) -> bool {
    let pairs = given.bytes().zip(token.bytes());
    given.len() == token.len() && pairs.fold(0, |seen, (a, b)| seen | (a ^ b)) == 0
}

/// 128 bits in hexadecimal digits that nobody can guess.
pub fn random() -> std::io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
