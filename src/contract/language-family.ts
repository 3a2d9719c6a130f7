/** Languages whose code can use each other's names directly. A Python call, for example, cannot be a use of a Go function. */

const families = [
  ['javascript', 'typescript', 'tsx', 'vue', 'svelte', 'html', 'astro'],
  ['python', 'notebook'],
  ['css', 'scss', 'less'],
  ['java', 'kotlin', 'scala', 'groovy'],
  ['c', 'cpp', 'objective-c', 'cuda', 'swift'],
  ['csharp', 'fsharp', 'vb'],
  ['ocaml', 'ocaml-interface'],
  ['terraform', 'hcl'],
] as const

const familyNames = new Map<string, string>(
  families.flatMap((languages) => languages.map((language) => [language, languages[0]] as const)),
)

/** The name of a language's family: its first language; a language without relatives is its own family. */
export const familyOf = (language: string): string => familyNames.get(language) ?? language

export const sameFamily = (a: string, b: string): boolean => familyOf(a) === familyOf(b)
