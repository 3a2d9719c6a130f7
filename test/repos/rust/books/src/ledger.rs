mod page;

use crate::{Kind, Result};
use crate::kinds::{self, Named, Render};
pub use page::Page;
use std::sync::{Arc, Mutex};

#[derive(Debug, Clone, Default)]
pub struct Entry {
    pub amount: u64,
    kind: Option<Kind>,
}

#[derive(Debug)]
pub struct Ledger<T = Entry> {
    lines: Vec<T>,
    page: Arc<Mutex<Page>>,
    first: Option<Box<T>>,
    render: Box<dyn Render + Send>,
}

impl Entry {
    pub fn new(amount: u64) -> Self {
        Self { amount, kind: None }
    }

    pub fn add(&mut self, by: u64) -> &mut Self {
        self.amount += by;
        self
    }

    fn parts() -> (Entry, Page) {
        (Entry::new(1), Page::blank())
    }
}

impl Render for Entry {
    fn render(&self) -> String {
        self.amount.to_string()
    }
}

impl Named for Entry {}

impl<T: Render> Ledger<T> {
    pub fn lines(&self) -> &[T] {
        &self.lines
    }

    fn all(&self) {
        for line in self.lines.iter() {
            line.render();
        }
        for (at, line) in self.lines().iter().enumerate() {
            line.twice();
        }
        self.render.render();
        self.page.lock().unwrap().turn();
        self.page.clone();
        self.first.as_ref().unwrap().twice();
    }
}

pub fn open(name: &str) -> Result<Ledger> {
    todo!()
}

pub fn sum(x: u64) -> u64 {
    x
}

async fn later() -> Entry {
    Entry::new(2)
}

fn use_all<R: Named>(given: R, dynamic: &dyn Render, some: impl Render, ledger: &mut Ledger<Entry>) -> Result<()> {
    given.called();
    given.twice();
    dynamic.render();
    some.render();
    R::WIDTH;
    let entry = Entry::new(3);
    entry.render();
    entry.called();
    entry.clone().amount;
    entry.missing();
    let opened = open("a")?;
    opened.lines().first().unwrap().add(1).add(2);
    opened.lines[0].amount;
    if let Some(first) = opened.first {
        first.add(3);
    }
    ledger.all();
    later().await.add(1);
    let (left, page) = Entry::parts();
    left.add(1);
    page.turn();
    let Entry { amount, kind: Some(kind) } = left else { return Ok(()) };
    kind.name();
    <Entry as Render>::render(&entry);
    kinds::name(Kind::Open);
    Page::blank().turn();
    let shadow = Entry::new(1);
    let shadow = Page::blank();
    shadow.turn();
    assert_eq!(entry.render(), Entry::new(1).add(2).render());
    fn local() {}
    local();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds() {
        let mut entry = Entry::new(1);
        entry.add(2);
        sum(3);
        helper();
    }

    fn helper() {}
}
