//! The books of a shop.
#[macro_use]
mod macros;
mod kinds;
pub mod ledger;
#[path = "../../odd/place.rs"]
mod elsewhere;

pub use crate::kinds::*;
pub use ledger::{Entry, Ledger as Book};
pub use self::inline::deep;

pub type Result<T> = std::result::Result<T, Error>;

#[derive(Debug, serde::Serialize)]
pub struct Error;

mod inline {
    use super::Error;

    pub fn deep() -> Error {
        helper();
        super::ledger::open("x");
        elsewhere::there();
        crate::elsewhere::there();
        Error
    }

    fn helper() {}
}

fn helper() {
    total!(1);
    crate::exported!(2);
    println!("{}", kinds::name(Kind::Open));
}
