export default class Clock {
  now(): Date {
    return new Date()
  }
}
export function tick() {}
