/// Hand-written models for `Schema/feed`, with synthesised Codable and Hashable where there is one.
extension Reference {
    struct Album: Codable, Hashable {
        var id, ownerId: Int
        var date: Int?
        var sizes: [Size]

        enum CodingKeys: String, CodingKey {
            case id, ownerId = "owner_id", date, sizes
        }
    }

    struct Note: Codable, Hashable {
        var id, ownerId: Int
        var date: Int?
        var title: String
        var text: String?

        enum CodingKeys: String, CodingKey {
            case id, ownerId = "owner_id", date, title, text
        }
    }

    struct Page: Codable, Hashable {
        var url: String
        var title, description: String?
        var views: Int?
    }

    struct Video: Codable, Hashable {
        var url: String
        var title, description: String?
        var duration: Int
    }

    /// The first of four objects that can be read. A video needs its duration here, so that it is not taken for a page.
    enum FeedItem: Codable, Hashable {
        case album(Album)
        case note(Note)
        case video(Video)
        case page(Page)

        init(from decoder: any Decoder) throws {
            if let album = try? Album(from: decoder) {
                self = .album(album)
            } else if let note = try? Note(from: decoder) {
                self = .note(note)
            } else if let video = try? Video(from: decoder) {
                self = .video(video)
            } else {
                self = .page(try Page(from: decoder))
            }
        }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .album(let album): try album.encode(to: encoder)
            case .note(let note): try note.encode(to: encoder)
            case .video(let video): try video.encode(to: encoder)
            case .page(let page): try page.encode(to: encoder)
            }
        }
    }
}
