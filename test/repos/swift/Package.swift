// swift-tools-version:5.9
import PackageDescription

let package = Package(
  name: "Shop",
  targets: [
    .target(name: "Shop", dependencies: [.target(name: "Kit"), .product(name: "Logging", package: "swift-log")]),
    .target(name: "Kit"),
    .testTarget(name: "ShopTests", dependencies: ["Shop"], path: "Checks"),
  ]
)
