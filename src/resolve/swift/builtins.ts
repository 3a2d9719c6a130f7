/** The most used types, protocols and functions of Swift's standard library. */

export const builtinNames: ReadonlySet<string> = new Set(
  `Int Int8 Int16 Int32 Int64 UInt UInt8 UInt16 UInt32 UInt64 Float Float16 Float32 Float64 Double Bool String Substring Character
  Array Dictionary Set Optional Range ClosedRange ArraySlice ContiguousArray Void Never Any AnyObject AnyHashable Result Error Codable
  Encodable Decodable Encoder Decoder CodingKey Equatable Hashable Hasher Comparable Identifiable Sendable Sequence Collection
  IteratorProtocol RandomAccessCollection BidirectionalCollection MutableCollection RangeReplaceableCollection AsyncSequence
  AsyncIteratorProtocol AsyncStream AsyncThrowingStream CustomStringConvertible CustomDebugStringConvertible LosslessStringConvertible
  ExpressibleByStringLiteral ExpressibleByIntegerLiteral ExpressibleByArrayLiteral ExpressibleByDictionaryLiteral RawRepresentable
  CaseIterable OptionSet Task TaskGroup MainActor Actor KeyPath WritableKeyPath PartialKeyPath AnyKeyPath Mirror ObjectIdentifier
  StaticString Unicode UnsafePointer UnsafeMutablePointer UnsafeRawPointer UnsafeBufferPointer Duration Clock ContinuousClock
  print debugPrint dump fatalError precondition preconditionFailure assert assertionFailure min max abs zip stride type swap repeatElement
  withUnsafePointer withUnsafeBytes withCheckedContinuation withCheckedThrowingContinuation withTaskGroup withThrowingTaskGroup
  isKnownUniquelyReferenced numericCast sequence readLine`.split(/\s+/),
)
