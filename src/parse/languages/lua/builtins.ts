/** Names of Lua itself; their uses are left out. A function may bind some of them itself (`table`, `string` as locals). */

export const builtinNames: readonly string[] =
  `_G _ENV _VERSION assert collectgarbage dofile error getfenv getmetatable ipairs load loadfile loadstring next pairs pcall print
  rawequal rawget rawlen rawset require select setfenv setmetatable tonumber tostring type unpack xpcall arg
  coroutine debug io math os package string table utf8 bit bit32 jit ffi self`.split(/\s+/)
