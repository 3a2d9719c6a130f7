/** Names of Elixir itself: special forms, macros and functions of Kernel, and built-in types. */

export const kernelNames: ReadonlySet<string> = new Set(
  `def defp defmacro defmacrop defmodule defprotocol defimpl defstruct defexception defguard defguardp defdelegate defoverridable
  alias import require use quote unquote unquote_splicing case cond if unless with for fn do end receive try rescue catch after else
  raise reraise throw exit super and or not in when is_atom is_binary is_bitstring is_boolean is_exception is_float is_function
  is_integer is_list is_map is_map_key is_nil is_number is_pid is_port is_reference is_struct is_tuple abs apply binary_part
  bit_size byte_size ceil div elem floor hd length map_size max min node rem round self send spawn spawn_link spawn_monitor
  tl trunc tuple_size binding dbg destructure get_and_update_in get_in inspect make_ref match? pop_in put_elem put_in
  sigil_c sigil_r sigil_s sigil_w struct struct! tap then to_charlist to_string update_in var! function_exported?
  macro_exported? __MODULE__ __ENV__ __CALLER__ __DIR__ __STACKTRACE__ __MODULE__ nil true false _`.split(/\s+/),
)

export const builtinTypes: ReadonlySet<string> = new Set(
  `any arity as_boolean atom binary bitstring boolean byte char charlist float fun function identifier integer iodata iolist
  keyword list map maybe_improper_list mfa module neg_integer no_return node non_neg_integer none nonempty_binary
  nonempty_bitstring nonempty_charlist nonempty_list nonempty_string number pid port pos_integer reference string struct term
  timeout tuple var`.split(/\s+/),
)

/** Settings of Elixir and its tests: not constants of the module. */
export const reservedAttributes: ReadonlySet<string> = new Set(
  `after_compile after_verify before_compile behaviour compile deprecated describetag derive dialyzer doc enforce_keys
  external_resource file impl moduledoc moduletag nifs on_definition on_load optional_callbacks shortdoc since spec tag tmp_dir
  typedoc vsn capture_log requirements recursive preferred_cli_env decorate`.split(/\s+/),
)
