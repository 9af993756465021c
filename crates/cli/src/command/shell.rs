//! What shells and `man` want to know.

use clap::CommandFactory;
use clap_complete::Shell;

use super::output::{Complaint, print};
use super::{Exit, Marquetry};

/// Print the completions of a shell.
#[derive(clap::Args)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub fn run(&self) -> Result<Exit, Complaint> {
        let mut out = Vec::new();
        clap_complete::generate(self.shell, &mut Marquetry::command(), "marquetry", &mut out);
        print(&String::from_utf8_lossy(&out))?;
        Ok(Exit::Yes)
    }
}

/// Print the manual page, of the whole or of one command.
#[derive(clap::Args)]
pub struct Man {
    /// The command to describe
    command: Option<String>,
}

impl Man {
    pub fn run(&self) -> Result<Exit, Complaint> {
        let mut whole = Marquetry::command();
        whole.build();
        let page = match &self.command {
            None => whole,
            Some(name) => {
                let found = whole.find_subcommand(name).cloned();
                found.ok_or_else(|| Complaint::Words(format!("there is no command '{name}'")))?
            }
        };
        let mut out = Vec::new();
        let rendered = clap_mangen::Man::new(page).render(&mut out);
        rendered.map_err(|error| Complaint::Words(error.to_string()))?;
        print(&String::from_utf8_lossy(&out))?;
        Ok(Exit::Yes)
    }
}
