use anyhow::Context;
use ledgers::{Entry, Render};

trait Shout {
    fn shout(&self);
}

impl Shout for str {
    fn shout(&self) {}
}

fn main() -> anyhow::Result<()> {
    let entry = Entry::new(1);
    entry.twice();
    let text = "a";
    text.shout();
    text.len();
    ledgers::ledger::sum(1);
    std::process::exit(unknown());
}
