import Testing

@testable import MethodicalGenerator

/// Tests of the Swift names for wire names, which are those that a Swift developer would have chosen.
@Suite struct WordTests {
    @Test(
        "A property has the name that a Swift developer would have chosen",
        arguments: [
            ("id", "id"), ("user_id", "userID"), ("user_ids", "userIDs"), ("userIDs", "userIDs"), ("userId", "userID"),
            ("ids", "ids"), ("ID", "id"),
            ("photo_50", "photo50"), ("photo_200_orig", "photo200Orig"), ("photo50", "photo50"), ("v5_131", "v5_131"),
            ("mp4_1080", "mp4_1080"),
            ("can_post", "canPost"), ("canPost", "canPost"), ("can-post", "canPost"), ("can.post", "canPost"),
            ("can post", "canPost"),
            ("photo_url", "photoURL"), ("photoUrl", "photoURL"), ("photoURL", "photoURL"), ("url_path", "urlPath"),
            ("urls", "urls"),
            ("image_urls", "imageURLs"),
            ("isHTML", "isHTML"), ("is_html", "isHTML"), ("HTMLPage", "htmlPage"), ("html5_game", "html5Game"),
            ("is_html5_app", "isHTML5App"),
            ("link_mp3", "linkMP3"), ("flv_320", "flv320"), ("category1_id", "category1ID"), ("url2", "url2"),
            ("image_url2", "imageURL2"),
            ("2fa_required", "value2faRequired"), ("host_need_2fa", "hostNeed2FA"), ("model_3d", "model3D"),
            ("3d", "value3d"), ("100500", "value100500"),
            ("oauth_token", "oauthToken"), ("vk_oauth", "vkOAuth"), ("OAuthToken", "oauthToken"),
            ("isOAuth", "isOAuth"),
            ("IS_OK", "isOK"), ("SEND", "send"), ("getVKUser", "getVKUser"), ("VKUser", "vkUser"),
            ("_id", "id"), ("__typename", "typename"), ("$ref", "ref"), ("@type", "type"), ("a__b", "aB"),
            ("don't_show", "dontShow"),
            ("+1", "plus1"), ("-1", "minus1"), ("-date", "minusDate"), ("a+b", "aB"),
            ("", "empty"), ("_", "lowLine"), ("+", "plusSign"), ("*", "asterisk"), ("😀", "grinningFace"),
            ("👍 like", "like"), ("\u{7}", "u0007"),
            ("\n", "u000A"), ("\0", "u0000"), ("\u{E000}", "uE000"),
            ("имя", "имя"), ("полное_имя", "полноеИмя"), ("ПолноеИмя", "полноеИмя"), ("名前", "名前"),
            ("naïve_user", "naïveUser"), ("émail", "émail"),
            ("ad_ids", "adIDs"), ("is", "is"), ("news", "news"), ("apis", "apis"), ("pdf_urls", "pdfURLs"),
            ("http_url", "httpURL"), ("https", "https"),
            ("ip", "ip"), ("client_ip", "clientIP"), ("utm_source", "utmSource"), ("csv_export", "csvExport"),
            ("sms", "sms"), ("send_sms", "sendSMS"),
            ("cmid", "cmid"), ("up_to_cmid", "upToCMID"), ("fb_psids", "fbPSIDs"), ("show_grid", "showGrid"),
            ("is_android", "isAndroid"),
            ("max_bid", "maxBid"), ("x2", "x2"), ("x_2", "x2"), ("iconSrc2x", "iconSrc2x"), ("lat", "lat"),
            ("userUID", "userUID"), ("IDs", "ids"),
            ("URLs_list", "urlsList"),
        ])
    func property(_ wire: String, _ swift: String) {
        #expect(Speller(acronyms: []).property(wire) == swift)
    }

    @Test(
        "A type has the name that a Swift developer would have chosen",
        arguments: [
            ("user_full", "UserFull"), ("userFull", "UserFull"), ("url", "URL"), ("api_url", "APIURL"),
            ("2fa", "Type2FA"),
            ("3d_model", "Type3DModel"),
            ("名前", "Type名前"),
            ("имя", "Имя"), ("get_by_id_response", "GetByIDResponse"), ("getById_response", "GetByIDResponse"),
            ("oauth", "OAuth"), ("ios_app", "IOSApp"),
            ("getOnline_onlineMobile_response", "GetOnlineMobileResponse"), ("size_10_10", "Size10_10"),
            ("getImages_imageType", "GetImageType"),
            ("getCategories_category_id", "GetCategoryID"), ("items_item", "ItemsItem"), ("", "Empty"),
            ("*", "Asterisk"),
        ])
    func type(_ wire: String, _ swift: String) {
        #expect(Speller(acronyms: []).type(wire) == swift)
    }

    @Test func acronymsOfTheAPI() {
        let speller = Speller(acronyms: ["VK", "CMID", "VKPay"])
        #expect(speller.type("vk_ref") == "VKRef")
        #expect(speller.property("vk_ref") == "vkRef")
        #expect(speller.property("up_to_cmid") == "upToCMID")
        #expect(speller.property("up_to_cmids") == "upToCMIDs")
        #expect(speller.property("using_vkpay") == "usingVKPay")
    }

    @Test("A word of letters, digits, and low lines is an identifier", arguments: ["a", "userID", "имя", "_a1", "名前"])
    func identifiers(_ name: String) {
        #expect(Speller.isIdentifier(name))
    }

    @Test(
        "A text that Swift cannot use as a name is no identifier",
        arguments: ["", "_", "1a", "a b", "a-b", "a\"", "a\n", "😀", "a`", "a\u{200B}b", "\u{301}a", "a;b", "a\\b"])
    func notIdentifiers(_ name: String) { #expect(!Speller.isIdentifier(name)) }

    /// The result is a Swift identifier for every wire name.
    @Test(
        "Every name in a schema becomes two different identifiers, for a property and for a type",
        arguments: [
            "\"; evil()", "*/ evil /*", "a\nb", "`x`", "\\(x)", "\u{0}", "\u{202E}abc", "\u{301}", "a\u{301}", "１２",
            "²",
            "ﬁ", "İ", "ß", "ʼn", "\u{1680}",
            "👨‍👩‍👧", "‿",
        ])
    func alwaysIdentifiers(_ wire: String) {
        let speller = Speller(acronyms: [])
        #expect(Speller.isIdentifier(speller.property(wire)), "\(speller.property(wire))")
        #expect(Speller.isIdentifier(speller.type(wire)), "\(speller.type(wire))")
        #expect(speller.property(wire) != speller.type(wire))
    }
}
