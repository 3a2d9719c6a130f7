/**
 * How a tool declares its arguments. The command line, the checker, help, MCP's JSON schema and (later) REST all read this one
 * declaration. No schema library is used, because loading it slows the start.
 */

type Common = {
  /** One sentence for models and the help page. It must include limits, because some clients remove them from schemas. */
  describe: string
  required?: boolean
  /** For programs and people: accepted everywhere, but not in the list of arguments that a model reads. */
  untold?: true
  /** Other names that are accepted for this argument: `repo` for `repo_id`. */
  aliases?: readonly string[]
}
type Length = {
  /** Most characters, of a list those of all its texts together; 16,384 when absent. */
  longest?: number
}
type Choice = {
  values?: readonly string[]
  /** Other spellings of a value, in lower case: `py` → `python`. */
  synonyms?: Readonly<Record<string, string>>
  /** The values are checked, but too many for the schema that a model reads. */
  manyValues?: true
}
export type ArgumentSpec =
  | (Common & Choice & Length & { type: 'string'; default?: string | null; ignoreCase?: boolean })
  | (Common & { type: 'integer'; default?: number | null; min: number; max: number })
  /** `negated` says what `--no-…` means, where the default is true. */
  | (Common & { type: 'boolean'; default: boolean; negated?: string })
  /** One value or several of a fixed set. */
  | (Common &
      Choice &
      Length & { type: 'strings'; default?: readonly string[] | null /** Most texts; 1,000 when absent. */; most?: number })

export type ArgumentSpecs = Readonly<Record<string, ArgumentSpec>>

type ValueOf<Spec extends ArgumentSpec> = Spec extends { type: 'integer' }
  ? number
  : Spec extends { type: 'boolean' }
    ? boolean
    : Spec extends { type: 'strings' }
      ? readonly string[]
      : string

/** The arguments a tool's body receives: required ones and those with a default are always there, others may be null. */
export type Arguments<Specs extends ArgumentSpecs> = {
  [Name in keyof Specs]: Specs[Name] extends { required: true } | { default: string | number | boolean | readonly string[] }
    ? ValueOf<Specs[Name]>
    : ValueOf<Specs[Name]> | null
}

/** The arguments as a caller writes them: only the required ones must be there, and null means "not given". */
export type GivenArguments<Specs extends ArgumentSpecs> = {
  [Name in keyof Specs as Specs[Name] extends { required: true } ? Name : never]: Written<Specs[Name]>
} & {
  [Name in keyof Specs as Specs[Name] extends { required: true } ? never : Name]?: Written<Specs[Name]> | null
} & {
  [Name in keyof Specs as AliasOf<Specs[Name]>]?: Written<Specs[Name]> | null
}
type AliasOf<Spec extends ArgumentSpec> = Spec extends { aliases: readonly (infer Alias extends string)[] } ? Alias : never
type Written<Spec extends ArgumentSpec> = Spec extends { values: readonly (infer Value extends string)[] }
  ? Spec extends { type: 'strings' }
    ? Value | readonly Value[]
    : Spec extends { ignoreCase: true }
      ? string
      : Value
  : Spec extends { type: 'strings' }
    ? string | readonly string[]
    : ValueOf<Spec>

/** What a surface needs to offer a tool: its name, the description for models, its arguments. */
export type DeclaredTool = {
  /** `where_used` */
  name: string
  /** For people: `Where used` */
  title: string
  description: string
  arguments: ArgumentSpecs
}
