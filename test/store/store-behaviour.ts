/**
 * The tests that every engine of the store must pass. An engine's own test calls this with a function that opens a new, empty
 * store; nothing here depends on SQL, files or processes.
 */
import { afterEach, beforeEach, describe } from 'vitest'
import type { StoreReader, StoreWriter } from '../../src/store/port.ts'
import { type OneRead, oneRead } from '../kit/one-read.ts'
import { contentBehaviour } from './content-behaviour.ts'
import { enrichmentBehaviour } from './enrichment-behaviour.ts'
import { fileBehaviour } from './file-behaviour.ts'
import { linkBehaviour } from './link-behaviour.ts'
import { modelBehaviour } from './model-behaviour.ts'
import { nearestBehaviour } from './nearest-behaviour.ts'
import { rankBehaviour } from './rank-behaviour.ts'
import { textBehaviour } from './text-behaviour.ts'
import { vectorBehaviour } from './vector-behaviour.ts'

export type Engine = { reader: StoreReader; writer: StoreWriter; close(): Promise<void> }
export type OpenEngine = () => Promise<Engine>

/** The engine of the current test, and a common way to read from it. */
export type Stage = {
  readonly reader: StoreReader
  readonly writer: StoreWriter
  ask<Value>(question: (snapshot: OneRead) => Promise<Value>): Promise<Value>
}

export function storeBehaviour(name: string, open: OpenEngine): void {
  describe(`the store: ${name}`, () => {
    let engine: Engine
    beforeEach(async () => {
      engine = await open()
    })
    afterEach(async () => {
      await engine.close()
    })
    const stage: Stage = {
      get reader() {
        return engine.reader
      },
      get writer() {
        return engine.writer
      },
      ask: (question) => asking(engine.reader, question),
    }
    fileBehaviour(stage)
    rankBehaviour(stage)
    textBehaviour(stage)
    linkBehaviour(stage)
    contentBehaviour(stage)
    enrichmentBehaviour(stage)
    vectorBehaviour(stage)
    nearestBehaviour(stage)
    modelBehaviour(open)
  })
}

export async function asking<Value>(reader: StoreReader, question: (snapshot: OneRead) => Promise<Value>): Promise<Value> {
  const snapshot = await reader.snapshot()
  try {
    return await question(oneRead(snapshot))
  } finally {
    await snapshot.close()
  }
}
