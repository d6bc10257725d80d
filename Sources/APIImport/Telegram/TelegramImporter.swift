import MethodicalGenerator

/// The translation of Telegram's Bot API from the JSON form of PaulSonOfLars/telegram-bot-api-spec.
enum TelegramImporter {
    static func translate(
        _ documents: DocumentSet, _ options: ImportOptions, _ report: inout ImportReport
    ) -> ImportedAPI {
        ImportedAPI()
    }
}
