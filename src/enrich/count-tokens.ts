/** About how many tokens a text has. Models differ, so this counts rather too many than too few: code has about 3.5 characters a token. */
export const countTokens = (text: string): number => Math.ceil(text.length / CHARS_PER_TOKEN)

export const CHARS_PER_TOKEN = 3
