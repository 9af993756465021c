//! PostgreSQL: a server.

use std::collections::HashMap;
use std::error::Error as _;

use postgres::error::SqlState;
use postgres::types::private::BytesMut;
use postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use postgres::{Client, NoTls, Statement};

use super::login::{Login, Trust};
use super::tls::Tls;
use super::{Database, Row, Value};
use crate::Error;
use crate::sql::{POSTGRES, Words};

/// A server, connected to.
pub struct Postgres {
    client: Client,
    login: Login,
    prepared: HashMap<String, Statement>,
}

impl Postgres {
    /// Connects.
    pub fn open(login: Login) -> Result<Postgres, Error> {
        Ok(Postgres { client: connect(&login)?, login, prepared: HashMap::new() })
    }

    fn statement(&mut self, sql: &str) -> Result<Statement, Error> {
        if let Some(statement) = self.prepared.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(&POSTGRES.say(sql))?;
        self.prepared.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }
}

fn connect(login: &Login) -> Result<Client, Error> {
    Ok(match login.trust {
        Trust::Disable => login.config.connect(NoTls)?,
        Trust::Allow => match login.config.connect(NoTls) {
            Ok(client) => client,
            Err(_) => {
                let mut config = login.config.clone();
                config.ssl_mode(postgres::config::SslMode::Require);
                config.connect(Tls::new(login)?)?
            }
        },
        _ => login.config.connect(Tls::new(login)?)?,
    })
}

impl ToSql for Value {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self {
            Value::Null => Ok(IsNull::Yes),
            Value::Int(number) if *kind == Type::FLOAT8 => (*number as f64).to_sql(kind, out),
            Value::Int(number) => number.to_sql(kind, out),
            Value::Real(number) => number.to_sql(kind, out),
            Value::Text(words) => words.to_sql(kind, out),
        }
    }

    fn accepts(kind: &Type) -> bool {
        [Type::INT8, Type::FLOAT8, Type::TEXT].contains(kind)
    }

    to_sql_checked!();
}

fn row(read: &postgres::Row) -> Result<Row, Error> {
    let value = |(i, column): (usize, &postgres::Column)| {
        Ok(match *column.type_() {
            Type::INT8 => read.try_get::<_, Option<i64>>(i)?.map(Value::Int),
            Type::INT4 => read.try_get::<_, Option<i32>>(i)?.map(|n| Value::Int(n.into())),
            Type::BOOL => read.try_get::<_, Option<bool>>(i)?.map(|n| Value::Int(n.into())),
            Type::FLOAT8 => read.try_get::<_, Option<f64>>(i)?.map(Value::Real),
            _ => read.try_get::<_, Option<String>>(i)?.map(Value::Text),
        }
        .unwrap_or(Value::Null))
    };
    let values: Result<Vec<Value>, postgres::Error> =
        read.columns().iter().enumerate().map(value).collect();
    Ok(Row(values?.into_iter()))
}

fn given(values: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

impl Database for Postgres {
    fn words(&self) -> &'static Words {
        &POSTGRES
    }

    fn rows(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>, Error> {
        let statement = self.statement(sql)?;
        self.client.query(&statement, &given(values))?.iter().map(row).collect()
    }

    fn run(&mut self, sql: &str, values: &[Value]) -> Result<u64, Error> {
        let statement = self.statement(sql)?;
        Ok(self.client.execute(&statement, &given(values))?)
    }

    fn script(&mut self, sql: &str) -> Result<(), Error> {
        Ok(self.client.batch_execute(&POSTGRES.say(sql))?)
    }

    fn reopen(&mut self) -> Result<(), Error> {
        self.prepared.clear();
        self.client = connect(&self.login)?;
        Ok(())
    }

    fn inspect(&mut self, _: bool) -> Result<bool, Error> {
        let there = "SELECT to_regclass('marquetry_form') IS NOT NULL";
        Ok(self.client.query_one(there, &[])?.try_get(0)?)
    }
}

impl From<postgres::Error> for Error {
    fn from(error: postgres::Error) -> Error {
        let said = error.as_db_error().map(|db| db.message().to_owned());
        let words = said.unwrap_or_else(|| match error.source() {
            Some(source) => format!("{error}: {source}"),
            None => error.to_string(),
        });
        let io = error.source().is_some_and(|source| source.is::<std::io::Error>());
        match error.code() {
            Some(code) if *code == SqlState::DISK_FULL => Error::Full,
            // It goes down, comes up, has no place for us just now, or did not hear from us in time. 08 is the class of lost connections.
            Some(code)
                if code.code().starts_with("08")
                    || [
                        SqlState::ADMIN_SHUTDOWN,
                        SqlState::CRASH_SHUTDOWN,
                        SqlState::CANNOT_CONNECT_NOW,
                        SqlState::TOO_MANY_CONNECTIONS,
                        SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
                        SqlState::T_R_DEADLOCK_DETECTED,
                        SqlState::T_R_SERIALIZATION_FAILURE,
                    ]
                    .contains(code) =>
            {
                Error::Lost(words)
            }
            Some(_) => Error::Store(words),
            None if io || error.is_closed() => Error::Lost(words),
            None => Error::Store(words),
        }
    }
}
