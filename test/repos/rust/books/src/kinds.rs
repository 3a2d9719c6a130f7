use std::fmt;

#[derive(Clone, Copy)]
pub enum Kind {
    Open,
    Half(u8),
    Named { name: u8 },
}

pub trait Render: fmt::Debug {
    const WIDTH: usize = 3;
    fn render(&self) -> String;
    fn twice(&self) -> String {
        format!("{}{}", self.render(), self.render())
    }
}

pub trait Named: Render {
    fn called(&self) -> String {
        self.twice()
    }
}

impl Kind {
    pub fn name(self) -> u8 {
        match self {
            Kind::Open => 0,
            Self::Half(x) => x,
            Kind::Named { name } => name,
        }
    }
}

pub fn name(kind: Kind) -> u8 {
    use Kind::*;
    if let Half(x) = kind {
        return x;
    }
    kind.name()
}
