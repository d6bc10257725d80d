/// Hand-written models for the types of `Schema`, with synthesised Codable and Hashable. Enumerations keep unknown
/// values, like generated ones.
enum Reference {}

/// The models of `Schema/users`.
extension Reference {
    struct Flag: RawRepresentable, Codable, Hashable {
        var rawValue: Int
    }

    struct Sex: RawRepresentable, Codable, Hashable {
        var rawValue: Int
    }

    struct City: Codable, Hashable {
        var id: Int
        var title: String
    }

    struct LastSeen: Codable, Hashable {
        var platform, time: Int?
    }

    struct Career: Codable, Hashable {
        var cityId: Int?
        var company: String?
        var countryId, from, groupId, id: Int?
        var position: String?
        var until: Int?

        enum CodingKeys: String, CodingKey {
            case cityId = "city_id", company, countryId = "country_id", from, groupId = "group_id", id, position, until
        }
    }

    struct School: Codable, Hashable {
        var city: Int?
        var `class`: String?
        var country: Int?
        var id, name: String?
        var yearFrom, yearGraduated, type: Int?

        enum CodingKeys: String, CodingKey {
            case city, `class`, country, id, name, yearFrom = "year_from", yearGraduated = "year_graduated", type
        }
    }

    struct Counters: Codable, Hashable {
        var albums, audios, followers, friends, gifts, groups, notes, onlineFriends, pages, photos, subscriptions,
            videos: Int?

        enum CodingKeys: String, CodingKey {
            case albums, audios, followers, friends, gifts, groups, notes, onlineFriends = "online_friends", pages,
                photos, subscriptions,
                videos
        }
    }

    struct Occupation: Codable, Hashable {
        var type: String?
        var id: Int?
        var name: String?
    }

    struct Personal: Codable, Hashable {
        var alcohol: Int?
        var inspiredBy: String?
        var langs: [String]?
        var lifeMain, peopleMain, political: Int?
        var religion: String?
        var smoking: Int?

        enum CodingKeys: String, CodingKey {
            case alcohol, inspiredBy = "inspired_by", langs, lifeMain = "life_main", peopleMain = "people_main",
                political, religion,
                smoking
        }
    }

    struct User: Codable, Hashable {
        var id: Int
        var firstName, lastName, deactivated: String?
        var isClosed, canAccessClosed: Bool?
        var sex: Sex?
        var verified, hasPhoto, hasMobile, isFriend, canPost, canSeeAllPosts, canSeeAudio, online, trending,
            blacklisted, isFavorite: Flag?
        var friendStatus, commonCount, followersCount, timezone, university, faculty, graduation, relation: Int?
        var domain, screenName, nickname, maidenName, bdate, status, site, mobilePhone, homePhone, universityName,
            facultyName, homeTown,
            interests, books, tv, quotes, about, games, movies, activities, music, instagram, skype, facebook,
            firstNameGen, firstNameDat,
            lastNameGen, lastNameDat, photoId, photo50, photo100, photo200, photo200Orig, photo400Orig, photoMax,
            photoMaxOrig: String?
        var city, country: City?
        var lastSeen: LastSeen?
        var career: [Career]?
        var schools: [School]?
        var counters: Counters?
        var occupation: Occupation?
        var personal: Personal?
        var mutual: [Int]?
        var rating: Double?
        var extraNumber1: Int?
        var extraText1: String?
        var extraFlag1: Bool?
        var extraNumber2: Int?
        var extraText2: String?
        var extraFlag2: Bool?
        var extraNumber3: Int?
        var extraText3: String?
        var extraFlag3: Bool?
        var extraNumber4: Int?
        var extraText4: String?
        var extraFlag4: Bool?
        var extraNumber5: Int?
        var extraText5: String?
        var extraFlag5: Bool?
        var extraNumber6: Int?
        var extraText6: String?
        var extraFlag6: Bool?
        var extraNumber7: Int?
        var extraText7: String?
        var extraFlag7: Bool?
        var extraNumber8: Int?
        var extraText8: String?
        var extraFlag8: Bool?
        var extraNumber9: Int?
        var extraText9: String?
        var extraFlag9: Bool?
        var extraNumber10: Int?
        var extraText10: String?
        var extraFlag10: Bool?
        var extraNumber11: Int?
        var extraText11: String?
        var extraFlag11: Bool?
        var extraNumber12: Int?
        var extraText12: String?
        var extraFlag12: Bool?
        var extraNumber13: Int?
        var extraText13: String?
        var extraFlag13: Bool?
        var extraNumber14: Int?
        var extraText14: String?
        var extraFlag14: Bool?
        var extraNumber15: Int?
        var extraText15: String?
        var extraFlag15: Bool?
        var extraNumber16: Int?
        var extraText16: String?
        var extraFlag16: Bool?
        var extraNumber17: Int?
        var extraText17: String?
        var extraFlag17: Bool?
        var extraNumber18: Int?
        var extraText18: String?
        var extraFlag18: Bool?

        enum CodingKeys: String, CodingKey {
            case id, firstName = "first_name", lastName = "last_name", deactivated, isClosed = "is_closed",
                canAccessClosed = "can_access_closed", sex, verified, hasPhoto = "has_photo", hasMobile = "has_mobile",
                isFriend = "is_friend", canPost = "can_post", canSeeAllPosts = "can_see_all_posts", canSeeAudio =
                "can_see_audio", online,
                trending, blacklisted, isFavorite = "is_favorite", friendStatus = "friend_status", commonCount =
                "common_count",
                followersCount = "followers_count", timezone, university, faculty, graduation, relation, domain,
                screenName = "screen_name",
                nickname, maidenName = "maiden_name", bdate, status, site, mobilePhone = "mobile_phone", homePhone =
                "home_phone",
                universityName = "university_name", facultyName = "faculty_name", homeTown = "home_town", interests,
                books, tv, quotes,
                about, games, movies, activities, music, instagram, skype, facebook, firstNameGen = "first_name_gen",
                firstNameDat = "first_name_dat", lastNameGen = "last_name_gen", lastNameDat = "last_name_dat", photoId =
                "photo_id",
                photo50 = "photo_50", photo100 = "photo_100", photo200 = "photo_200", photo200Orig = "photo_200_orig",
                photo400Orig = "photo_400_orig", photoMax = "photo_max", photoMaxOrig = "photo_max_orig", city, country,
                lastSeen = "last_seen", career, schools, counters, occupation, personal, mutual, rating, extraNumber1 =
                "extra_number_1",
                extraText1 = "extra_text_1", extraFlag1 = "extra_flag_1", extraNumber2 = "extra_number_2", extraText2 =
                "extra_text_2",
                extraFlag2 = "extra_flag_2", extraNumber3 = "extra_number_3", extraText3 = "extra_text_3", extraFlag3 =
                "extra_flag_3",
                extraNumber4 = "extra_number_4", extraText4 = "extra_text_4", extraFlag4 = "extra_flag_4",
                extraNumber5 = "extra_number_5",
                extraText5 = "extra_text_5", extraFlag5 = "extra_flag_5", extraNumber6 = "extra_number_6", extraText6 =
                "extra_text_6",
                extraFlag6 = "extra_flag_6", extraNumber7 = "extra_number_7", extraText7 = "extra_text_7", extraFlag7 =
                "extra_flag_7",
                extraNumber8 = "extra_number_8", extraText8 = "extra_text_8", extraFlag8 = "extra_flag_8",
                extraNumber9 = "extra_number_9",
                extraText9 = "extra_text_9", extraFlag9 = "extra_flag_9", extraNumber10 = "extra_number_10",
                extraText10 = "extra_text_10",
                extraFlag10 = "extra_flag_10", extraNumber11 = "extra_number_11", extraText11 = "extra_text_11",
                extraFlag11 = "extra_flag_11", extraNumber12 = "extra_number_12", extraText12 = "extra_text_12",
                extraFlag12 = "extra_flag_12", extraNumber13 = "extra_number_13", extraText13 = "extra_text_13",
                extraFlag13 = "extra_flag_13", extraNumber14 = "extra_number_14", extraText14 = "extra_text_14",
                extraFlag14 = "extra_flag_14", extraNumber15 = "extra_number_15", extraText15 = "extra_text_15",
                extraFlag15 = "extra_flag_15", extraNumber16 = "extra_number_16", extraText16 = "extra_text_16",
                extraFlag16 = "extra_flag_16", extraNumber17 = "extra_number_17", extraText17 = "extra_text_17",
                extraFlag17 = "extra_flag_17", extraNumber18 = "extra_number_18", extraText18 = "extra_text_18",
                extraFlag18 = "extra_flag_18"
        }
    }
}
