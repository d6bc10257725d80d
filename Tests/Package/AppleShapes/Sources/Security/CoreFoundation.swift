// Without Objective-C, `as` does not bridge. These names stand for the types to which Apple's types are bridged, so
// that the coercions of a source for Apple's systems compile. A missing coercion is not noticed.
public typealias CFString = String
public typealias CFDictionary = [CFString: Any]
public typealias CFBoolean = Bool
public typealias CFTypeRef = AnyObject
public typealias OSStatus = Int32

public let kCFBooleanTrue: CFBoolean! = true
public let kCFBooleanFalse: CFBoolean! = false
