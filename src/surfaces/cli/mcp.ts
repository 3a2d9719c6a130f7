/** `cairn mcp`: serves the tools over stdin and stdout until the client disconnects. */
import type { Call, Outcome } from './command.ts'

export async function runMcp({ app, doors, io }: Call): Promise<Outcome> {
  const stopped = new Promise<void>((resolve) => {
    if (io.signal.aborted) resolve()
    io.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  // Stdout is only for the protocol.
  const onError = (error: Error): void => void io.stderr.write(`cairn: ${error.message}\n`, () => {})
  await Promise.race([doors.serveMcp(app, { version: doors.version(), onError }), stopped])
  return { exit: 0 }
}
