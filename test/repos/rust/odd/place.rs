use super::Error;

pub fn there() -> Error {
    Error
}
