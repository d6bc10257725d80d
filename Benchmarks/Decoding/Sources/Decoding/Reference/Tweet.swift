/// Hand-written models for `Schema/tweets`, with synthesised Codable and Hashable.
extension Reference {
    struct Metadata: Codable, Hashable {
        var resultType, isoLanguageCode: String

        enum CodingKeys: String, CodingKey {
            case resultType = "result_type", isoLanguageCode = "iso_language_code"
        }
    }

    struct Hashtag: Codable, Hashable {
        var text: String
        var indices: [Int]
    }

    struct Mention: Codable, Hashable {
        var screenName, name: String
        var id: Int
        var idStr: String
        var indices: [Int]

        enum CodingKeys: String, CodingKey {
            case screenName = "screen_name", name, id, idStr = "id_str", indices
        }
    }

    struct Address: Codable, Hashable {
        var url, expandedUrl, displayUrl: String
        var indices: [Int]

        enum CodingKeys: String, CodingKey {
            case url, expandedUrl = "expanded_url", displayUrl = "display_url", indices
        }
    }

    struct MediaSize: Codable, Hashable {
        var w, h: Int
        var resize: String
    }

    struct MediaSizes: Codable, Hashable {
        var medium, small, thumb, large: MediaSize
    }

    struct Media: Codable, Hashable {
        var id: Int
        var idStr: String
        var indices: [Int]
        var mediaUrl, mediaUrlHttps, url, displayUrl, expandedUrl, type: String
        var sizes: MediaSizes
        var sourceStatusId: Int?
        var sourceStatusIdStr: String?

        enum CodingKeys: String, CodingKey {
            case id, idStr = "id_str", indices, mediaUrl = "media_url", mediaUrlHttps = "media_url_https", url,
                displayUrl = "display_url",
                expandedUrl = "expanded_url", type, sizes, sourceStatusId = "source_status_id", sourceStatusIdStr =
                "source_status_id_str"
        }
    }

    struct Entities: Codable, Hashable {
        var hashtags, symbols: [Hashtag]
        var urls: [Address]
        var userMentions: [Mention]
        var media: [Media]?

        enum CodingKeys: String, CodingKey {
            case hashtags, symbols, urls, userMentions = "user_mentions", media
        }
    }

    struct Links: Codable, Hashable {
        var urls: [Address]
    }

    struct ProfileEntities: Codable, Hashable {
        var url: Links?
        var description: Links
    }

    struct Author: Codable, Hashable {
        var id: Int
        var idStr, name, screenName, location, description: String
        var url: String?
        var entities: ProfileEntities
        var protected: Bool
        var followersCount, friendsCount, listedCount: Int
        var createdAt: String
        var favouritesCount: Int
        var utcOffset: Int?
        var timeZone: String?
        var geoEnabled, verified: Bool
        var statusesCount: Int
        var lang: String
        var contributorsEnabled, isTranslator, isTranslationEnabled: Bool
        var profileBackgroundColor, profileBackgroundImageUrl, profileBackgroundImageUrlHttps: String
        var profileBackgroundTile: Bool
        var profileImageUrl, profileImageUrlHttps: String
        var profileBannerUrl: String?
        var profileLinkColor, profileSidebarBorderColor, profileSidebarFillColor, profileTextColor: String
        var profileUseBackgroundImage, defaultProfile, defaultProfileImage, following, followRequestSent,
            notifications: Bool

        enum CodingKeys: String, CodingKey {
            case id, idStr = "id_str", name, screenName = "screen_name", location, description, url, entities,
                protected,
                followersCount = "followers_count", friendsCount = "friends_count", listedCount = "listed_count",
                createdAt = "created_at",
                favouritesCount = "favourites_count", utcOffset = "utc_offset", timeZone = "time_zone", geoEnabled =
                "geo_enabled",
                verified, statusesCount = "statuses_count", lang, contributorsEnabled = "contributors_enabled",
                isTranslator = "is_translator", isTranslationEnabled = "is_translation_enabled",
                profileBackgroundColor = "profile_background_color", profileBackgroundImageUrl =
                "profile_background_image_url",
                profileBackgroundImageUrlHttps = "profile_background_image_url_https", profileBackgroundTile =
                "profile_background_tile",
                profileImageUrl = "profile_image_url", profileImageUrlHttps = "profile_image_url_https",
                profileBannerUrl = "profile_banner_url", profileLinkColor = "profile_link_color",
                profileSidebarBorderColor = "profile_sidebar_border_color", profileSidebarFillColor =
                "profile_sidebar_fill_color",
                profileTextColor = "profile_text_color", profileUseBackgroundImage = "profile_use_background_image",
                defaultProfile = "default_profile", defaultProfileImage = "default_profile_image", following,
                followRequestSent = "follow_request_sent", notifications
        }
    }

    struct Tweet: Codable, Hashable {
        var metadata: Metadata
        var createdAt: String
        var id: Int
        var idStr, text, source: String
        var truncated: Bool
        var inReplyToStatusId: Int?
        var inReplyToStatusIdStr: String?
        var inReplyToUserId: Int?
        var inReplyToUserIdStr, inReplyToScreenName: String?
        var user: Author
        var geo, place: String?
        var retweetedStatus: Box<Tweet>?
        var retweetCount, favoriteCount: Int
        var entities: Entities
        var favorited, retweeted: Bool
        var possiblySensitive: Bool?
        var lang: String

        enum CodingKeys: String, CodingKey {
            case metadata, createdAt = "created_at", id, idStr = "id_str", text, source, truncated,
                inReplyToStatusId = "in_reply_to_status_id", inReplyToStatusIdStr = "in_reply_to_status_id_str",
                inReplyToUserId = "in_reply_to_user_id", inReplyToUserIdStr = "in_reply_to_user_id_str",
                inReplyToScreenName = "in_reply_to_screen_name", user, geo, place, retweetedStatus = "retweeted_status",
                retweetCount = "retweet_count", favoriteCount = "favorite_count", entities, favorited, retweeted,
                possiblySensitive = "possibly_sensitive", lang
        }
    }

    struct SearchMetadata: Codable, Hashable {
        var completedIn: Double
        var maxId: Int
        var maxIdStr, nextResults, query, refreshUrl: String
        var count, sinceId: Int
        var sinceIdStr: String

        enum CodingKeys: String, CodingKey {
            case completedIn = "completed_in", maxId = "max_id", maxIdStr = "max_id_str", nextResults = "next_results",
                query,
                refreshUrl = "refresh_url", count, sinceId = "since_id", sinceIdStr = "since_id_str"
        }
    }

    struct Search: Codable, Hashable {
        var statuses: [Tweet]
        var searchMetadata: SearchMetadata

        enum CodingKeys: String, CodingKey {
            case statuses, searchMetadata = "search_metadata"
        }
    }
}
