/** A growing list of integers below 2^32. Four bytes each: a plain array of a build's size would burden the heap. */
export class GrowingNumbers {
  private numbers = new Uint32Array(16)
  length = 0

  push(value: number): number {
    if (this.length === this.numbers.length) {
      const larger = new Uint32Array(this.length * 2)
      larger.set(this.numbers)
      this.numbers = larger
    }
    this.numbers[this.length] = value
    return this.length++
  }
  /** The numbers so far, not copied. */
  get all(): Uint32Array {
    return this.numbers.subarray(0, this.length)
  }
  at(index: number): number {
    return this.numbers[index] as number
  }
  set(index: number, value: number): void {
    this.numbers[index] = value
  }
}
