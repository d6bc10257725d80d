// Limits the tests to sixteen at a time.
//
// Hundreds of tests with servers of their own have over a thousand files open, and `Process.run()` of Swift 6.3.1 on
// Linux reads past the end of their list: https://github.com/swiftlang/swift-corelibs-foundation/pull/5472
//
// Linking this target is enough: it has no function to call.
