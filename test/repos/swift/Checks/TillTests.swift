import XCTest
@testable import Shop
import Kit

final class TillTests: XCTestCase {
  func testOpens() {
    let till = Till<Book>(named: "a")
    till.open()
    till.close(softly: true)
    XCTAssertEqual(till.state.isOpen, true)
    handle(book: .init()) { book in book.price }
  }
}
