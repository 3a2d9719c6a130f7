use shop_books::*;

pub fn book() -> Book {
    ledger::open("x").unwrap()
}
