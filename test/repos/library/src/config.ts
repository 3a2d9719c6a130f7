/** Settings, read once at the start from environment variables and a JSON file. */
import { readFileSync } from 'node:fs'

export type Settings = {
  databaseUrl: string
  smtpHost: string
  loanDays: number
  maxRenewals: number
  shelfDays: number
}

const defaults: Settings = { databaseUrl: 'sqlite:library.db', smtpHost: 'localhost', loanDays: 21, maxRenewals: 2, shelfDays: 7 }

export function loadSettings(file = 'config.json', env: NodeJS.ProcessEnv = process.env): Settings {
  const fromFile = readJson(file)
  const fromEnv = env.DATABASE_URL ? { databaseUrl: env.DATABASE_URL } : {}
  return { ...defaults, ...fromFile, ...fromEnv }
}

function readJson(file: string): Partial<Settings> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Settings>
  } catch {
    return {}
  }
}
