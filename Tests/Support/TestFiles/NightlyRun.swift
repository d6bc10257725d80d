import Foundation

/// Indicates whether to run the tests that take too long for each change, too. `.ci/nightly` sets the variable.
public let isNightlyRun = ProcessInfo.processInfo.environment["METHODICAL_NIGHTLY"] == "1"
