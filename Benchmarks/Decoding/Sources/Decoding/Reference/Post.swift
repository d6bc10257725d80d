/// Hand-written models for `Schema/wall`, with synthesised Codable and Hashable.
extension Reference {
    struct SizeKind: RawRepresentable, Codable, Hashable {
        var rawValue: String
    }

    struct AttachmentKind: RawRepresentable, Codable, Hashable {
        var rawValue: String
    }

    struct PostKind: RawRepresentable, Codable, Hashable {
        var rawValue: String
    }

    struct Likes: Codable, Hashable {
        var count: Int
        var userLikes, canLike, canPublish: Int?

        enum CodingKeys: String, CodingKey {
            case count, userLikes = "user_likes", canLike = "can_like", canPublish = "can_publish"
        }
    }

    struct Size: Codable, Hashable {
        var height: Int
        var type: SizeKind
        var width: Int
        var url: String
    }

    struct Photo: Codable, Hashable {
        var albumId, date, id, ownerId: Int
        var accessKey: String?
        var sizes: [Size]?
        var text: String?
        var userId: Int?
        var hasTags: Bool?

        enum CodingKeys: String, CodingKey {
            case albumId = "album_id", date, id, ownerId = "owner_id", accessKey = "access_key", sizes, text, userId =
                "user_id",
                hasTags = "has_tags"
        }
    }

    struct Link: Codable, Hashable {
        var url: String
        var title, caption: String?
        var photo: Photo?
    }

    struct Attachment: Codable, Hashable {
        var type: AttachmentKind
        var photo: Photo?
        var link: Link?
    }

    struct Post: Codable, Hashable {
        var id, fromId, ownerId, date, markedAsAds: Int?
        var isFavorite: Bool?
        var postType: PostKind?
        var text: String?
        var attachments: [Attachment]?
        var comments, likes, reposts, views: Likes?
        var hash: String?
        var signerId: Int?
        var shortTextRate: Double?
        var copyright: Link?
        var edited: Int?

        enum CodingKeys: String, CodingKey {
            case id, fromId = "from_id", ownerId = "owner_id", date, markedAsAds = "marked_as_ads", isFavorite =
                "is_favorite",
                postType = "post_type", text, attachments, comments, likes, reposts, views, hash, signerId =
                "signer_id",
                shortTextRate = "short_text_rate", copyright, edited
        }
    }
}
