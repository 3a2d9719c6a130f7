/**
 * Replaces TypeScript that the grammar cannot read by as many characters that it can. In a comment or a string that changes
 * nothing, because facts are read from the original text.
 */
import { blank, blankSecond } from '../../blank.ts'
import { mendMarkup } from '../javascript/mend-markup.ts'

/** `export type * from './x'` */
const typeStar = /(\bexport\s+)(type)(?=\s*\*)/g
/** `interface Box<in out T>` */
const variance =
  /([<,]\s*(?:\/\*(?:(?!\*\/)[\s\S]){0,500}\*\/\s*)?)(in\s+out|in|out)(?=\s+[\p{L}_$][\p{L}\p{N}_$]*\s*(?:[,>=]|extends\b))/gu
/** `in?: string`, `in2: number` on a line of an interface: read as the operator. */
const keywordProperty = /(?<![^\n])([^\S\r\n]*)in(?=\d*\??:)/g
/** `typeof import('./x')`, `import('./x').Row` */
const importType =
  /(?:typeof|import)(?<=(?:[<:|&,(]|\breadonly)\s*(?:typeof|import))(?:(?<=typeof)\s+import\(\s*(?:'[^'\n]*'|"[^"\n]*"),?\s*\)|(?<=import)\(\s*(?:'[^'\n]*'|"[^"\n]*"),?\s*\)(?:\.\w+)+)(?!\s*[.<\w])/g
/** `import('./x').Row<Key>`: the grammar can read it without its arguments. */
const importArguments =
  /(\bimport\(\s*(?:'[^'\n]*'|"[^"\n]*"),?\s*\)(?:\.\w+)+)(<[^<>();]{0,200}(?:<[^<>();]{0,200}>[^<>();]{0,200}){0,8}>)/g
/** A call signature on a line of its own, after one that ends without a semicolon. */
const signature = /^([ \t]*)[ \t](?=<\s*(?:const\s+)?[\p{L}_$][\p{L}\p{N}_$]*(?:\s*[,>=]|\s+extends\b))/gmu

export function mendTypeScript(text: string): { text: string; isWhole: boolean } {
  let looks = 0
  const read = mendMarkup(text)
    .replaceAll(typeStar, blankSecond)
    .replaceAll(variance, blankSecond)
    .replaceAll(keywordProperty, '$1im')
    .replaceAll(signature, (whole: string, indent: string, at: number) =>
      looks++ < MOST_LOOKS && endsType(text, at) && isTaken(text, at + whole.length) ? `${indent};` : whole,
    )
  const mended = read.replaceAll(importArguments, blankSecond).replaceAll(importType, (whole) => `any${blank(whole.slice(3))}`)
  return { text: mended, isWhole: mended === read }
}

/** More signatures than any file has: each check of the preceding text costs what it reads. */
const MOST_LOOKS = 2000

/** Do parameters follow the `<…>` that begins here? `<title>` is markup. */
function isTaken(text: string, at: number): boolean {
  let depth = 0
  for (let end = at; end < Math.min(text.length, at + 5000); end++) {
    if (text[end] === '<') depth++
    else if (text[end] === '>' && text[end - 1] !== '=') depth--
    if (depth === 0) return /^\s*\(/.test(text.slice(end + 1, end + 100))
  }
  return false
}

/** Is the preceding text, comments aside, the end of a type? */
function endsType(text: string, at: number): boolean {
  const before = text
    .slice(Math.max(0, at - 2000), at)
    .replaceAll(/\/\*(?:(?!\/\*)[\s\S])*?\*\/|(?<=^|\n)[^\S\n]*\/\/[^\n]*/g, '')
  return /[\p{L}\p{N}_$)\]}>'"]\s*$/u.test(before) && !/=>\s*$/.test(before)
}
