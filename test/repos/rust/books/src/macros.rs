macro_rules! total {
    ($a:expr) => {
        $crate::ledger::sum($a)
    };
}

#[macro_export]
macro_rules! exported {
    ($a:expr) => { total!($a) };
}
