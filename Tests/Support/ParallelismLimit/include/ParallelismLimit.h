// Limits the tests to three at a time for each processor, and to sixteen in all.
//
// Hundreds of tests at once leave each of them so little time that their waits and timeouts lose their order. With
// servers of their own, they also have over a thousand files open, and `Process.run()` of Swift 6.3.1 on Linux reads
// past the end of their list: https://github.com/swiftlang/swift-corelibs-foundation/pull/5472
//
// Linking this target is enough: it has no function to call.
