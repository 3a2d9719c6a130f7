//! What others see.
pub const point = @import("point.zig");
pub const Point = @import("point.zig").Point;
pub const Alias = point.Point;
pub fn List(comptime T: type) type {
    return struct {
        items: []T,
        pub fn first(self: @This()) T {
            return self.items[0];
        }
    };
}
