use super::{Entry, Ledger};
use std::fmt::{self, Display};

pub struct Page(pub Entry, u8);

impl Page {
    pub fn blank() -> Page {
        Page(Entry::default(), 0)
    }

    pub fn turn(&self) -> u64 {
        self.0.amount
    }
}

impl Display for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.turn())
    }
}

impl fmt::LowerHex for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

/// Stands in another file than its type.
impl<T> Ledger<T> {
    pub fn pages(&self) -> usize {
        self.lines.len() + super::sum(1) as usize
    }
}

#[cfg(unix)]
fn system() {}
#[cfg(windows)]
fn system() {}

fn call() {
    system();
}
