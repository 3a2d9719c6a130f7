/// An amount.
public struct Money: Equatable {
  public let cents: Int
  public init(cents: Int) { self.cents = cents }
  public static let zero = Money(cents: 0)
  public func plus(_ other: Money) -> Money { Money(cents: cents + other.cents) }
}

struct Hidden {}

public protocol Priced {
  associatedtype Amount
  var price: Money { get }
  func discounted(by percent: Int) -> Money
}

extension Priced {
  public func discounted(by percent: Int) -> Money { price.plus(.zero) }
  public func doubled() -> Money { price.plus(price) }
}
