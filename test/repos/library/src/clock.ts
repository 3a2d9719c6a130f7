/** Time comes through here, so that tests can move it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export function addDays(date: Date, days: number): Date {
  const moved = new Date(date)
  moved.setUTCDate(moved.getUTCDate() + days)
  return moved
}

/** Whole days from one date to another; negative when the second lies before the first. */
export function daysBetween(from: Date, to: Date): number {
  return Math.floor((to.getTime() - from.getTime()) / 86_400_000)
}
