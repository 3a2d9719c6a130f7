mod common;

use shop_books::{Book, Entry, Kind::{self, Open as Started}, deep};
use shop_books::ledger as l;
use shop_books::missing::Thing;

#[test]
fn posts() {
    let book: Book = common::book();
    book.pages();
    l::sum(Entry::new(1).amount);
    deep();
    let kind = Started;
    shop_books::exported!(1);
    Thing::new();
}
