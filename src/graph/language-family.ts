/** Languages whose code can use each other's names directly. A Python call is no use of a Go function. */

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

const familyOf = new Map<string, number>(
  families.flatMap((languages, family) => languages.map((language) => [language, family] as const)),
)

export function sameFamily(a: string, b: string): boolean {
  if (a === b) return true
  const family = familyOf.get(a)
  return family !== undefined && family === familyOf.get(b)
}
