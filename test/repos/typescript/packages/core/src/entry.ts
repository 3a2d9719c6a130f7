export interface Entry {
  amount: number
  check(): boolean
}

export abstract class Base implements Entry {
  amount = 0
  check(): boolean {
    return this.validate()
  }
  abstract validate(): boolean
}
