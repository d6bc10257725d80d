/// A place in a request where a parameter is sent.
public enum ParameterPlace: Hashable, Sendable {
    /// In the path, in place of `{name}`.
    case path
    /// In the query of the URL.
    case query
    /// In a body of the type `application/x-www-form-urlencoded`.
    case form
    /// As a member of the JSON object that is the body.
    case body
    /// As a header field.
    case header
}

/// A spelling of arrays outside a JSON body.
public enum ArrayStyle: Hashable, Sendable {
    /// `ids=1,2`. The elements are joined without escaping, so that a server reads an element that contains a comma as
    /// two.
    case comma
    /// `ids=1&ids=2`. An empty array is not sent.
    case repeated
    /// `ids[]=1&ids[]=2`. An empty array is not sent.
    case brackets
}

/// A spelling of flags outside a JSON body.
public enum FlagStyle: Hashable, Sendable {
    /// `1` and `0`.
    case digits
    /// `true` and `false`.
    case words
}
