/**
 * Bounds the texts of facts. The rooms that read facts use regular expressions that are quadratic in one name, type or receiver; without
 * a bound, one identifier of a megabyte would occupy them for minutes.
 */
import { hashBytes } from '../base/hash.ts'
import type { FileFacts } from '../contract/facts.ts'

/** No name that a person wrote is longer. Docs have a bound of their own (`doc-comments.ts`). */
const LONGEST = 1000
const LONGEST_DOC = 2000

/** Changes the facts it is given, and only where a text is too long. */
export function boundFacts(facts: FileFacts): void {
  facts.package = shortened(facts.package)
  facts.doc = facts.doc.slice(0, LONGEST_DOC)
  for (const symbol of facts.symbols) {
    symbol.name = shortened(symbol.name)
    symbol.qualified_name = shortened(symbol.qualified_name)
    symbol.signature = shortened(symbol.signature)
    symbol.type = known(symbol.type)
    if (symbol.doc.length > LONGEST_DOC) symbol.doc = symbol.doc.slice(0, LONGEST_DOC)
  }
  for (const fact of facts.imports) {
    fact.module = shortened(fact.module)
    fact.name = shortened(fact.name)
    fact.alias = shortened(fact.alias)
  }
  for (const fact of facts.exports) {
    fact.name = shortened(fact.name)
    fact.local = shortened(fact.local)
    fact.module = shortened(fact.module)
  }
  for (const fact of facts.uses) {
    fact.name = shortened(fact.name)
    fact.receiver = shortened(fact.receiver)
    fact.argument_types = known(fact.argument_types)
  }
  for (const fact of facts.bindings) {
    fact.name = shortened(fact.name)
    fact.type = known(fact.type)
    fact.from_call = known(fact.from_call)
  }
  for (const section of facts.sections) {
    section.title = shortened(section.title)
    section.header_path = shortened(section.header_path)
  }
}

/** The hash keeps two long names apart that begin alike: a use of one must not be linked to the other. */
const shortened = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST - 16)}…${hashBytes(text).slice(0, 12)}` : text

/** A cut type would be another type. */
const known = (text: string): string => (text.length > LONGEST ? '' : text)
