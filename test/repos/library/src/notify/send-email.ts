/** Mail to members, over SMTP. */
import { connect } from 'node:net'
import type { Settings } from '../config.ts'
import { withRetry } from './retry.ts'

export type Message = { subject: string; body: string }

export function sendEmail(settings: Settings, to: string, message: Message): Promise<void> {
  return withRetry(() => deliver(settings.smtpHost, to, message), { attempts: 4, firstDelayMs: 500 })
}

async function deliver(host: string, to: string, message: Message): Promise<void> {
  const socket = connect(25, host)
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  socket.end(`MAIL FROM:<desk@library>\r\nRCPT TO:<${to}>\r\nDATA\r\nSubject: ${message.subject}\r\n\r\n${message.body}\r\n.\r\n`)
}
