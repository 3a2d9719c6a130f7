/** The only way of text to an MCP client: no hidden character gets out, whatever an answer contains. */
import { guarded } from '../../contract/visible.ts'

export const textContent = (text: string): { type: 'text'; text: string } => ({ type: 'text', text: guarded(text) })
