import Kit
import struct Kit.Money

actor Clerk: CustomStringConvertible {
  var name = ""
  @Clamped var wage: Money = Money(cents: 1)
  nonisolated var description: String { "" }
  func greet(_ till: Till<Book>) {
    till.text(width: 3).shouted.isEmpty
    till.state.isOpen
    Till<Book>.shared.open()
    let made = make()
    made.title
    $wage.project()
    Kit.Money.zero.plus(wage)
    handle(book: Book()) { $0.price }
  }
  func make() -> some Printable { Book() }
  func use<P: Priced>(_ priced: P, hidden: Hidden) -> Money { priced.discounted(by: 3) }
}

struct Book: Priced, Printable {
  typealias Amount = Money
  var price: Money { .zero }
  func text(width: Int) -> String { "" }
}

@propertyWrapper struct Clamped<Value> { var wrappedValue: Value }

func handle(book: Book, then next: (Book) -> Money) -> Money { next(book) }
