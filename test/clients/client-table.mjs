// The clients under test. Each entry of client/ says which package it is, how it is told about the scripted model and about Cairn,
// how it is started without a person, and what it puts around the text of an answer (`unwrap` takes that away).
//
// `files(world)` gives the configuration, by path below the client's home. `world` has `model`, the address of the scripted model,
// and `server`, which is Cairn as the client reaches it: { transport: 'stdio', command, args } or { transport: 'http', url, token }.
// It is undefined if `cairn install` is to add it.
import { claudeCode } from './client/claude-code.mjs'
import { codex } from './client/codex.mjs'
import { copilot } from './client/copilot.mjs'
import { gemini } from './client/gemini.mjs'
import { opencode } from './client/opencode.mjs'

export const clientTable = [claudeCode, codex, opencode, gemini, copilot]
