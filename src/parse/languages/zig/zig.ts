/** Zig, as tables; functions of this folder handle the rest. */
import type { CodeLanguage } from '../../language.ts'
import {
  completeFile,
  declareErrors,
  declareField,
  declareFunction,
  declareParameter,
  declarePayload,
  declareTest,
  declareVariable,
  openContainer,
} from './declare.ts'
import { declareBareImport, declareUsing } from './imports.ts'
import { useField, useFirst, useIndex, useTestName, useVariable } from './uses.ts'

const sample = `//! About the file.
const std = @import("std");
pub const Foo = @import("foo.zig").Foo;
/// A point.
pub const Point = packed struct(u32) {
    x: f32 = 0,
    const Self = @This();
    pub fn add(self: *Self, comptime T: type, other: ?[]const Point) !void {
        self.x += other.x;
        if (opt) |v| { use(v); } else |err| return err;
        for (items, 0..) |item, i| { item.go(i); }
        while (it.next()) |n| : (i += 1) n.run();
        switch (u) { .a => |val| val.x(), 1...3, .c => {}, else => unreachable }
        defer allocator.free(buf);
        foo() catch |e| blk: { break :blk e; };
        ptr.* = arr[0..2].?;
    }
};
const Shape = union(enum) { circle: f32, square };
const Color = enum(u8) { red, green = 2, _ };
const Err = error{ OutOfMemory } || Other;
fn List(comptime T: type) type { return struct { items: []T }; }
extern fn printf(fmt: [*:0]const u8, ...) c_int;
test "adds" { _ = Point{ .x = 1 }; }
`

export const zig: CodeLanguage = {
  kind: 'code',
  grammar: 'zig',
  sample,
  // A package file (`.zon`) is one value and defines nothing.
  isWorthReading: (text) => !/^(?:\s|\/\/[^\n]*\n)*\.\{/.test(text),
  comments: ['comment'],
  wrappers: [],
  decorators: [],
  // `value-type.ts` writes receivers: arguments are direct children of the call.
  receiver: { replace: {}, spaced: [], drop: [] },
  declare: {
    variable_declaration: declareVariable,
    function_declaration: declareFunction,
    container_field: declareField,
    struct_declaration: openContainer,
    union_declaration: openContainer,
    enum_declaration: openContainer,
    opaque_declaration: openContainer,
    error_set_declaration: declareErrors,
    test_declaration: declareTest,
    parameter: declareParameter,
    payload: declarePayload,
    builtin_function: declareBareImport,
    using_namespace_declaration: declareUsing,
    block: { scope: 'block' },
    if_statement: { scope: 'block' },
    if_expression: { scope: 'block' },
    if_type_expression: { scope: 'block' },
    for_statement: { scope: 'block' },
    for_expression: { scope: 'block' },
    while_statement: { scope: 'block' },
    while_expression: { scope: 'block' },
    switch_case: { scope: 'block' },
    catch_expression: { scope: 'block' },
    errdefer_statement: { scope: 'block' },
    comptime_declaration: { scope: 'function' },
    function_signature: { scope: 'function' },
  },
  use: {
    identifier: { name: 'reads' },
    field_expression: useField,
    call_expression: { call: 'function' },
    variable_declaration: useVariable,
    assignment_expression: { intend: { left: 'writes' } },
    index_expression: useIndex,
    struct_initializer: useFirst,
    test_declaration: useTestName,
    parameter: { intend: { type: 'uses_type' } },
    function_declaration: { intend: { type: 'uses_type' } },
    function_signature: { intend: { type: 'uses_type' } },
    container_field: { intend: { type: 'uses_type' } },
    pointer_type: { pass: '*' },
    slice_type: { pass: '*' },
    array_type: { pass: '*' },
    nullable_type: { pass: '*' },
    error_union_type: { pass: '*' },
    parenthesized_expression: { pass: '*' },
    try_expression: { pass: '*' },
    block_label: { skip: true },
    break_label: { skip: true },
    using_namespace_declaration: { skip: true },
  },
  declared: completeFile,
}
