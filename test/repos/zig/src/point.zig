pub const Point = struct {
    x: f32,
    const Self = @This();
    pub const Kind = enum { flat, deep };
    pub fn init(x: f32) Point {
        return Point{ .x = x };
    }
    pub fn len(self: *const Self, kind: Kind) f32 {
        _ = kind == .flat;
        return self.x + scale(x);
    }
};
pub fn scale(v: f32) f32 {
    return v;
}
fn hidden() void {}
