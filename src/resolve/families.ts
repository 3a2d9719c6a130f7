/** The language families that are linked, by language. */
import { bash } from './bash/family.ts'
import { c } from './c/family.ts'
import { csharp } from './csharp/family.ts'
import { elixir } from './elixir/family.ts'
import type { Family } from './family.ts'
import { go } from './go/family.ts'
import { haskell } from './haskell/family.ts'
import { java } from './java/family.ts'
import { javascript } from './javascript/family.ts'
import { kotlin } from './jvm/kotlin-family.ts'
import { scala } from './jvm/scala-family.ts'
import { lua } from './lua/family.ts'
import { php } from './php/family.ts'
import { python } from './python/family.ts'
import { ruby } from './ruby/family.ts'
import { rust } from './rust/family.ts'
import { swift } from './swift/family.ts'
import { terraform } from './terraform/family.ts'
import { zig } from './zig/family.ts'

export const families: ReadonlyMap<string, Family> = new Map(
  [
    python,
    javascript,
    go,
    java,
    kotlin,
    scala,
    csharp,
    php,
    ruby,
    bash,
    lua,
    elixir,
    terraform,
    rust,
    swift,
    zig,
    haskell,
    c,
  ].flatMap((family) => family.languages.map((language) => [language, family] as const)),
)
