const std = @import("std");
const root = @import("root.zig");
const lost = @import("lost.zig");
const Point = root.Point;

pub fn main() void {
    const p = root.Point.init(1);
    const q: Point = p;
    _ = p.len(.flat);
    _ = q.len(root.Point.Kind.deep);
    for (list) |each| _ = each.len(.deep);
    root.point.scale(2);
    root.point.hidden();
    lost.gone();
    std.debug.print("", .{});
}

var list: []Point = undefined;

test "points" {
    var alias: root.Alias = undefined;
    alias.x = 1;
}
