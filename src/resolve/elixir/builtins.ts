/** The modules Elixir comes with, by the first part of their names. */

export const standardModules: ReadonlySet<string> = new Set(
  `Access Agent Application ArgumentError ArithmeticError Atom BadArityError BadBooleanError BadFunctionError BadMapError
  BadStructError Base Behaviour Bitwise CaseClauseError Calendar Code Collectable CompileError CondClauseError Config Date
  DateTime Dict DynamicSupervisor EEx Enum Enumerable ErlangError Exception ExUnit File Float Function FunctionClauseError
  GenEvent GenServer HashDict HashSet IEx IO Inspect Integer JSON Kernel KeyError Keyword List Logger Macro Map MapSet MatchError
  Mix Module NaiveDateTime Node OptionParser PartitionSupervisor Path Port Process Protocol ProtocolUndefinedError Range Record
  Regex Registry RuntimeError Set Stream String StringIO Supervisor SyntaxError System SystemLimitError Task Time
  TokenMissingError TryClauseError Tuple URI UndefinedFunctionError UnicodeConversionError Version WithClauseError`.split(/\s+/),
)
