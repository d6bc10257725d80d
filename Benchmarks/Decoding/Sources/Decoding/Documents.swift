import Methodical

/// The JSON texts to read. They are invented, and the same in every run.
enum Documents {
    /// Returns the text of a document by its name.
    static func text(of document: String) throws -> [UInt8] {
        switch document {
        case "users": try users()
        case "wall": try wall()
        case "small": small
        case "ids": try ids()
        case "twitter": try twitter()
        case "numbers": try numbers()
        case "feed": try feed()
        default: try shuffled()
        }
    }

    /// Returns 1,000 users in VK's form: Cyrillic, long addresses, every slash escaped.
    static func users() throws -> [UInt8] {
        try array(1000, of: Sample.User.self, Invention(vk))
    }

    /// Returns the same users with the members of each object in another order.
    static func shuffled() throws -> [UInt8] {
        var shuffling = Shuffling(try users())
        return shuffling.text()
    }

    /// Returns 500 posts with photos in many sizes.
    static func wall() throws -> [UInt8] {
        try array(500, of: Sample.Post.self, Invention(vk))
    }

    /// Returns 1,000 numbers.
    static func ids() throws -> [UInt8] {
        var chance = Chance(state: 5)
        return try (0..<1000).map { _ in chance.number(1...900_000_000) }.json()
    }

    /// Two places of work: a response of 400 bytes, the usual size.
    static let small = Array(
        #"""
        [{"city_id":1,"company":"Почта России","country_id":1,"from":2011,"group_id":91234567,"id":12,"position":"курьер по особым делам",\#
        "until":2014},{"city_id":2,"company":"Singer & Co","country_id":1,"from":2014,"group_id":81234567,"id":13,\#
        "position":"архитектор","until":2024}]
        """#.utf8)

    /// Returns 100 tweets with their authors, in Japanese and English, with nulls and without a repeated structure.
    static func twitter() throws -> [UInt8] {
        var style = Invention.Style(
            seed: 11, words: ["今日は", "とても", "天気", "が", "いい", "Swift", "RT", "@someone:", "\n", "です。", "\"いいえ\"", "📷"])
        style.nulls = [
            "in_reply_to_status_id", "in_reply_to_status_id_str", "in_reply_to_user_id", "in_reply_to_user_id_str",
            "in_reply_to_screen_name",
            "geo", "place", "utc_offset", "time_zone", "url",
        ]
        style.absent = ["retweeted_status"]
        style.presence = 30
        style.choices = [
            "url": ["http://t.co/QGCGsz5bzm", "http://t.co/Kw8DbtJ2Lm"],
            "created_at": ["Sun Aug 31 00:29:15 +0000 2014"],
            "source": ["<a href=\"http://twitter.com/download/iphone\" rel=\"nofollow\">Twitter for iPhone</a>"],
            "lang": ["ja", "en"], "iso_language_code": ["ja"], "result_type": ["recent"], "resize": ["fit", "crop"],
            "type": ["photo"],
            "profile_link_color": ["0084B4"], "profile_sidebar_border_color": ["C0DEED"],
            "profile_sidebar_fill_color": ["DDEEF6"],
            "profile_text_color": ["333333"], "profile_background_color": ["C0DEED"],
            "screen_name": ["someone_1995", "ohgiri_tweet"],
            "profile_image_url": ["http://pbs.twimg.com/profile_images/497760886795153410/LDjAwR_y_normal.jpeg"],
            "profile_image_url_https": ["https://pbs.twimg.com/profile_images/497760886795153410/LDjAwR_y_normal.jpeg"],
            "profile_background_image_url": ["http://abs.twimg.com/images/themes/theme1/bg.png"],
            "profile_background_image_url_https": ["https://abs.twimg.com/images/themes/theme1/bg.png"],
        ]
        style.numbers = ["id": 505_874_847_260_352_513...905_874_847_260_352_513, "indices": 0...140]
        style.counts = [
            "indices": 2...2, "statuses": 100...100, "hashtags": 0...1, "symbols": 0...0, "urls": 0...1,
            "user_mentions": 0...2,
        ]
        return try Sample.Search(from: Invention(style)).json()
    }

    /// Returns 1,000 floating-point numbers: coordinates, prices and counts.
    static func numbers() throws -> [UInt8] {
        var chance = Chance(state: 9)
        let numbers = (0..<1000).map { index -> Double in
            switch index % 4 {
            case 0, 1: Double(chance.number(-180_000_000...180_000_000)) / 1_000_000
            case 2: Double(chance.number(0...1_000_000)) / 100
            default: Double(chance.number(0...5000))
            }
        }
        return try numbers.json()
    }

    /// Returns 500 albums, notes, pages and videos, whose type no property names. Each page could also be a video.
    static func feed() throws -> [UInt8] {
        var style = vk
        style.absent = ["views"]
        let invention = Invention(style)
        let items = try (0..<500).map { index -> [UInt8] in
            switch index % 4 {
            case 0: try Sample.Album(from: invention).json()
            case 1: try Sample.Note(from: invention).json()
            case 2: try Sample.Page(from: invention).json()
            default: try Sample.Video(from: invention).json()
            }
        }
        return [UInt8(ascii: "[")] + items.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
    }

    private static var vk: Invention.Style {
        var style = Invention.Style(
            seed: 7,
            words: [
                "привет", "Москва", "жизнь", "прекрасна", "Владимир", "университет", "hello", "музыка", "и", "в", "на",
                "солнце", "Петербург",
                "книги", "кино", "2014",
            ])
        style.choices = [
            "sizes.type": ["s", "m", "x", "o", "p", "q", "r", "y", "z", "w"], "attachments.type": ["photo"],
            "post_type": ["post", "copy", "reply"],
            "occupation.type": ["work", "school", "university"], "langs": ["Русский", "English", "Deutsch"],
        ]
        let flags =
            "verified has_photo has_mobile is_friend can_post can_see_all_posts can_see_audio online trending blacklisted is_favorite"
        for flag in flags.split(separator: " ") { style.numbers[String(flag)] = 0...1 }
        style.numbers["sex"] = 0...2
        style.numbers["mutual"] = 1...900_000_000
        style.absent = ["link"]
        style.counts = ["mutual": 6...6, "langs": 2...2, "sizes": 5...9]
        return style
    }

    private static func array<T: APIValue>(_ count: Int, of _: T.Type, _ invention: Invention) throws -> [UInt8] {
        var text: [UInt8] = []
        for byte in try (0..<count).map({ _ in try T(from: invention) }).json() {
            if byte == UInt8(ascii: "/") { text.append(UInt8(ascii: "\\")) }
            text.append(byte)
        }
        return text
    }
}
