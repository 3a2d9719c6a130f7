import Kit

protocol Printable {
  func text(width: Int) -> String
  var title: String { get }
}

extension Printable {
  var title: String { "" }
  func printed() -> String { text(width: 80) + title }
}

extension Till: Printable {
  func text(width: Int) -> String {
    open()
    total(.zero, plus: Money.zero)
    return "\(coins.count) \(self.state) \(printed())"
  }
  struct Receipt { let coin: Coin; let money: Money }
  func receipt() -> Receipt { Self.shared.receipt() }
}

extension Till.State {
  var isOpen: Bool { self != .closed }
}

extension String {
  var shouted: String { uppercased() + trimmed() }
  func trimmed() -> String { shouted }
}
