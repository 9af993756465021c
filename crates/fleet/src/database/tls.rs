//! TLS to a PostgreSQL server, with certificates looked at as far as `sslmode` says.

use std::future::Future;
use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use postgres::Socket;
use postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream as Stream;
use tokio_rustls::rustls::client::WebPkiServerVerifier;
use tokio_rustls::rustls::client::danger::{
    HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier,
};
use tokio_rustls::rustls::crypto::CryptoProvider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::{
    self, CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme,
};

use super::login::{Login, Trust};
use crate::Error;

/// Where systems keep the certificates of the authorities that they know.
const SYSTEM: [&str; 3] =
    ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"];

/// Makes TLS connections for one login.
#[derive(Clone)]
pub struct Tls(TlsConnector);

impl Tls {
    /// As the login trusts its server.
    pub fn new(login: &Login) -> Result<Tls, Error> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let roots = match login.trust {
            Trust::VerifyCa | Trust::VerifyFull => Some(roots(login.roots.as_deref())?),
            _ => None,
        };
        let bad = |error: rustls::Error| Error::Address(format!("TLS: {error}"));
        let config = ClientConfig::builder_with_provider(Arc::clone(&provider))
            .with_safe_default_protocol_versions()
            .map_err(bad)?;
        let chain = match roots {
            None => None,
            Some(roots) => {
                let builder = WebPkiServerVerifier::builder_with_provider(
                    roots.into(),
                    Arc::clone(&provider),
                );
                let words = |error| Error::Address(format!("the authorities: {error}"));
                Some(builder.build().map_err(words)?)
            }
        };
        let looks = Looks { chain, name: login.trust == Trust::VerifyFull, provider };
        let config = config
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(looks))
            .with_no_client_auth();
        Ok(Tls(TlsConnector::from(Arc::new(config))))
    }
}

fn roots(file: Option<&Path>) -> Result<RootCertStore, Error> {
    let words = |words: String| Error::Address(words);
    let file = match file {
        Some(file) if file != Path::new("system") => file,
        Some(_) => {
            let known = SYSTEM.iter().map(Path::new).find(|path| path.exists());
            known.ok_or_else(|| words("this system has no list of authorities".to_owned()))?
        }
        None => {
            return Err(words(
                "to verify the server, name the authorities' certificates: sslrootcert=FILE"
                    .to_owned(),
            ));
        }
    };
    let bad = |error: &dyn std::fmt::Display| words(format!("{}: {error}", file.display()));
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(file).map_err(|error| bad(&error))? {
        // A list of a system may hold some that are of no use.
        let _ = roots.add(certificate.map_err(|error| bad(&error))?);
    }
    if roots.is_empty() { Err(bad(&"there is no certificate in it")) } else { Ok(roots) }
}

/// Looks at a server's certificate: at nothing, at who signed it, or at its name too.
#[derive(Debug)]
struct Looks {
    chain: Option<Arc<WebPkiServerVerifier>>,
    name: bool,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Looks {
    fn verify_server_cert(
        &self,
        own: &CertificateDer<'_>,
        between: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        let Some(chain) = &self.chain else { return Ok(ServerCertVerified::assertion()) };
        match chain.verify_server_cert(own, between, name, ocsp, now) {
            Err(rustls::Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if !self.name => Ok(ServerCertVerified::assertion()),
            verdict => verdict,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let known = &self.provider.signature_verification_algorithms;
        rustls::crypto::verify_tls12_signature(message, certificate, signed, known)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let known = &self.provider.signature_verification_algorithms;
        rustls::crypto::verify_tls13_signature(message, certificate, signed, known)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

impl MakeTlsConnect<Socket> for Tls {
    type Stream = Wrapped;
    type TlsConnect = Connect;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> Result<Connect, io::Error> {
        // Over a socket of this machine there is no name, and no TLS either.
        let host = if host.is_empty() { "localhost" } else { host };
        let name = ServerName::try_from(host.to_owned());
        let bad = |error| io::Error::new(io::ErrorKind::InvalidInput, error);
        Ok(Connect(self.0.clone(), name.map_err(bad)?))
    }
}

/// A connection to be made.
pub struct Connect(TlsConnector, ServerName<'static>);

impl TlsConnect<Socket> for Connect {
    type Stream = Wrapped;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Wrapped>> + Send>>;

    fn connect(self, stream: Socket) -> Self::Future {
        let connect = self.0.connect(self.1, stream);
        Box::pin(async move { connect.await.map(Wrapped) })
    }
}

/// A connection.
pub struct Wrapped(Stream<Socket>);

impl TlsStream for Wrapped {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl AsyncRead for Wrapped {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for Wrapped {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
