/**
 * An app for one library call. Settings are read again each time, and nothing stays open afterwards; overlapping calls for the
 * same folder share one app.
 */
import { createApp } from '../../app/create-app.ts'
import type { App } from '../../app/port.ts'

type Held = { app: Promise<App>; users: number }
const held = new Map<string, Held>()

export async function withApp<Result>(cwd: string, use: (app: App) => Promise<Result>): Promise<Result> {
  const shared = held.get(cwd) ?? { app: createApp({ cwd, surface: 'library' }), users: 0 }
  held.set(cwd, shared)
  shared.users++
  try {
    return await use(await shared.app)
  } finally {
    shared.users--
    if (shared.users === 0) {
      held.delete(cwd)
      await shared.app.then(
        (app) => app.close(),
        () => undefined,
      )
    }
  }
}
