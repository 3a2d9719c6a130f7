/** Replaces Rust syntax newer than the grammar by as many characters that it can read. Facts are read from the original text. */
import { blank } from '../../blank.ts'

/**
 * `unsafe extern "C" {`, `safe fn` in it, `auto trait`, `const trait`, `for<'a> |x|`; a variable named `raw` after `&`, a macro
 * named `str`, `dyn 'a + T`, `macro_rules !`.
 */
export function maskRust(text: string): string {
  if (
    !/\bunsafe\s+extern\b|\bsafe\b|\b(?:auto|const)\s+trait\b|\bfor<[^<>]*>\s*(?:move\s*)?\||&raw\b|\bstr!|\bdyn\s+'|\bmacro_rules\s+!/.test(
      text,
    )
  )
    return text
  return text
    .replaceAll(/\bunsafe(?=\s+extern\s*(?:"[^"\n]*"\s*)?\{)/g, blank)
    .replaceAll(/\bsafe(?=\s+(?:fn|static)\s)/g, blank)
    .replaceAll(/\b(?:auto|const)(?=\s+trait\s)/g, blank)
    .replaceAll(/\bfor<[^<>]*>(?=\s*(?:move\s*)?\|)/g, blank)
    .replaceAll(/\bstr(?=!\s*[([{])/g, 'st_')
    .replaceAll(/(\bdyn\s+)('\w+\s*\+)/g, (_, word: string, lifetime: string) => `${word}${blank(lifetime)}`)
    .replaceAll(/\bmacro_rules\s+!/g, (head) => `macro_rules!${head.slice(11, -1)}`)
    .replaceAll(/&raw\b(?!\s+(?:const|mut)\b)/g, '&r_w')
}

/** Attributes in the pattern of a struct: `Parts { a, #[cfg(unix)] b }`. */
export const mendRust = (text: string): string =>
  text.replaceAll(/#\[[^[\]]*\](?=\s*(?:ref\s+)?(?:mut\s+)?[a-z_]\w*\s*[,}])/g, blank)
