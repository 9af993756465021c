//! A formula in conjunctive normal form, as it is written down.

use std::fmt::Write;

/// A variable, negative where it is denied.
pub(super) type Literal = i64;

/// Of so few, at most one is said pair by pair.
const FEW: usize = 5;

/// Clauses, and how many variables they use.
pub(super) struct Formula {
    variables: usize,
    clauses: usize,
    body: String,
}

impl Formula {
    /// No clauses yet.
    pub(super) fn with_variables(variables: usize) -> Formula {
        Formula { variables, clauses: 0, body: String::new() }
    }

    /// One more variable.
    pub(super) fn variable(&mut self) -> Literal {
        self.variables += 1;
        self.variables as Literal
    }

    /// One of these is true.
    pub(super) fn clause(&mut self, literals: &[Literal]) {
        self.clauses += 1;
        for literal in literals {
            let _ = write!(self.body, "{literal} ");
        }
        self.body += "0\n";
    }

    /// One of these is true; there may be none to choose from.
    pub(super) fn at_least_one(&mut self, literals: &[Literal]) {
        if literals.is_empty() {
            // Not all solvers read an empty clause.
            let torn = self.variable();
            self.clause(&[torn]);
            self.clause(&[-torn]);
        } else {
            self.clause(literals);
        }
    }

    /// Not two of these are true. Many are laid out as a rectangle, of which at most one row and one column are taken.
    pub(super) fn at_most_one(&mut self, literals: &[Literal]) {
        if literals.len() <= FEW {
            for (i, a) in literals.iter().enumerate() {
                literals[i + 1..].iter().for_each(|b| self.clause(&[-a, -b]));
            }
            return;
        }
        let width = literals.len().isqrt() + 1;
        let columns: Vec<Literal> = (0..width).map(|_| self.variable()).collect();
        let mut rows = Vec::new();
        for row in literals.chunks(width) {
            let taken = self.variable();
            rows.push(taken);
            for (literal, column) in row.iter().zip(&columns) {
                self.clause(&[-literal, taken]);
                self.clause(&[-literal, *column]);
            }
        }
        self.at_most_one(&columns);
        self.at_most_one(&rows);
    }

    /// The formula as a file, with comments before it.
    pub(super) fn text(&self, notes: &str) -> String {
        format!("{notes}p cnf {} {}\n{}", self.variables, self.clauses, self.body)
    }
}
