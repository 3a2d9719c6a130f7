/**
 * A guard around every method of an object of the store, so that none can be added without one: damage that it meets is marked for all
 * processes.
 */
import { CairnProblem } from '../../contract/problems.ts'
import { markDamaged, storeNow } from './damage-mark.ts'
import { detailOf } from './damaged.ts'

/** `translate`: what an error is to the caller. `store`: which one is read. */
export async function marking<Value>(
  home: string,
  call: () => Value | Promise<Value>,
  { translate = (cause: unknown): unknown => cause, store = storeNow(home) } = {},
): Promise<Value> {
  try {
    return await call()
  } catch (cause) {
    const failure = translate(cause)
    if (failure instanceof CairnProblem && failure.code === 'STORE_CORRUPT') markDamaged(home, store, detailOf(failure))
    throw failure
  }
}

/** Every method returns a Promise. */
export function guardedCalls<Guarded extends object>(
  guarded: Guarded,
  guard: (call: () => Promise<unknown>) => Promise<unknown>,
): Guarded {
  return new Proxy(guarded, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (...given: unknown[]) => guard(() => Reflect.apply(value, target, given)) : value
    },
  })
}
