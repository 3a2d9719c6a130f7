/** Every language with an extractor. Loaded when first met, so that a repo pays only for the languages it has. */
import type { LanguageDefinition } from './language.ts'

const languages: Readonly<Record<string, () => Promise<LanguageDefinition>>> = {
  javascript: async () => (await import('./languages/javascript/javascript.ts')).javascript,
  typescript: async () => (await import('./languages/typescript/typescript.ts')).typescript,
  tsx: async () => (await import('./languages/typescript/typescript.ts')).tsx,
}

/** undefined: no extractor; the file is text. */
export async function languageDefinition(language: string): Promise<LanguageDefinition | undefined> {
  return Object.hasOwn(languages, language) ? languages[language]?.() : undefined
}

export const extractedLanguages: readonly string[] = Object.keys(languages)
