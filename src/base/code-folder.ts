/** Where this process keeps compiled code, so that it can tell its children (`run-part.ts`). Nowhere unless the program said so. */
let folder: string | undefined

export const codeFolder = (): string | undefined => folder

export function keepCodeIn(given: string): void {
  folder = given
}
