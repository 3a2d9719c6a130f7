import Kit
import Logging

open class Box {
  func open() {}
  func close(softly: Bool = false) {}
}

public final class Till<Coin: Priced>: Box {
  static let shared = Till<Book>()
  var coins: [Coin] = []
  let log: Logger
  private(set) var state: State = .closed
  weak var owner: Clerk?

  enum State { case open(since: Int), closed }

  init(log: Logger) { self.log = log }
  convenience init(named name: String) {
    self.init(log: Logger(label: name))
  }

  override func open() {
    super.open()
    state = .open(since: now())
    if case .open(let since) = state { record(since) }
    switch state {
    case .open: break
    case .closed: close()
    }
    for coin in coins { total(coin.price, plus: coin.doubled()) }
    owner?.greet(self)
    guard let owner else { return }
    owner.name = "x"
    log.info("opened")
  }

  func total(_ money: Money, plus other: Money) {}
  func total(_ money: Money, minus other: Money) {}
  func wrong() {
    total(.zero, times: 2)
    missing()
    hidden()
  }
}

func now() -> Int { 0 }
private func hidden() {}
