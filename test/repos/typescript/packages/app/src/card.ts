import { Base } from '../../core/src/entry'

export class Card extends Base {
  validate(): boolean {
    return super.check() && this.check()
  }
}

export interface Options {
  card: Card
}
