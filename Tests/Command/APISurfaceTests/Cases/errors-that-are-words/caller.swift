import Methodical

func errorsThatAreWords(_ code: ServerError.Code?) -> Bool {
    switch code {
    case ErrorsThatAreWords.ErrorCode.channelNotFound, ErrorsThatAreWords.ErrorCode.flood: true
    case ErrorsThatAreWords.ErrorCode.hostile: false
    default: code == ErrorsThatAreWords.ErrorCode.internal
    }
}
