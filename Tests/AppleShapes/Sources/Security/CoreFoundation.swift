// Where there is no Objective-C, `as` bridges nothing. These names stand for what Apple's types are bridged to, so that
// the coercions of a source that is
// written for Apple's systems are allowed here. That one is missing is not noticed.
public typealias CFString = String
public typealias CFDictionary = [CFString: Any]
public typealias CFBoolean = Bool
public typealias CFTypeRef = AnyObject
public typealias OSStatus = Int32

public let kCFBooleanTrue: CFBoolean! = true
public let kCFBooleanFalse: CFBoolean! = false
