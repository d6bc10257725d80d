//! The models of Benchmarks/Decoding's schema, typed and owned. Enumerations of integers keep unknown values.

// The fields are decoded and never read.
#![allow(dead_code)]

use serde::Deserialize;

#[derive(Deserialize)]
pub struct Flag(pub i64);

#[derive(Deserialize)]
pub struct Sex(pub i64);

#[derive(Deserialize)]
pub struct City {
    pub id: i64,
    pub title: String,
}

#[derive(Deserialize)]
pub struct LastSeen {
    pub platform: Option<i64>,
    pub time: Option<i64>,
}

#[derive(Deserialize)]
pub struct Career {
    pub city_id: Option<i64>,
    pub company: Option<String>,
    pub country_id: Option<i64>,
    pub from: Option<i64>,
    pub group_id: Option<i64>,
    pub id: Option<i64>,
    pub position: Option<String>,
    pub until: Option<i64>,
}

#[derive(Deserialize)]
pub struct School {
    pub city: Option<i64>,
    pub class: Option<String>,
    pub country: Option<i64>,
    pub id: Option<String>,
    pub name: Option<String>,
    pub year_from: Option<i64>,
    pub year_graduated: Option<i64>,
    pub r#type: Option<i64>,
}

#[derive(Deserialize)]
pub struct Counters {
    pub albums: Option<i64>,
    pub audios: Option<i64>,
    pub followers: Option<i64>,
    pub friends: Option<i64>,
    pub gifts: Option<i64>,
    pub groups: Option<i64>,
    pub notes: Option<i64>,
    pub online_friends: Option<i64>,
    pub pages: Option<i64>,
    pub photos: Option<i64>,
    pub subscriptions: Option<i64>,
    pub videos: Option<i64>,
}

#[derive(Deserialize)]
pub struct Occupation {
    pub r#type: Option<String>,
    pub id: Option<i64>,
    pub name: Option<String>,
}

#[derive(Deserialize)]
pub struct Personal {
    pub alcohol: Option<i64>,
    pub inspired_by: Option<String>,
    pub langs: Option<Vec<String>>,
    pub life_main: Option<i64>,
    pub people_main: Option<i64>,
    pub political: Option<i64>,
    pub religion: Option<String>,
    pub smoking: Option<i64>,
}

#[derive(Deserialize)]
pub struct User {
    pub id: i64,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub deactivated: Option<String>,
    pub is_closed: Option<bool>,
    pub can_access_closed: Option<bool>,
    pub sex: Option<Sex>,
    pub verified: Option<Flag>,
    pub has_photo: Option<Flag>,
    pub has_mobile: Option<Flag>,
    pub is_friend: Option<Flag>,
    pub can_post: Option<Flag>,
    pub can_see_all_posts: Option<Flag>,
    pub can_see_audio: Option<Flag>,
    pub online: Option<Flag>,
    pub trending: Option<Flag>,
    pub blacklisted: Option<Flag>,
    pub is_favorite: Option<Flag>,
    pub friend_status: Option<i64>,
    pub common_count: Option<i64>,
    pub followers_count: Option<i64>,
    pub timezone: Option<i64>,
    pub university: Option<i64>,
    pub faculty: Option<i64>,
    pub graduation: Option<i64>,
    pub relation: Option<i64>,
    pub domain: Option<String>,
    pub screen_name: Option<String>,
    pub nickname: Option<String>,
    pub maiden_name: Option<String>,
    pub bdate: Option<String>,
    pub status: Option<String>,
    pub site: Option<String>,
    pub mobile_phone: Option<String>,
    pub home_phone: Option<String>,
    pub university_name: Option<String>,
    pub faculty_name: Option<String>,
    pub home_town: Option<String>,
    pub interests: Option<String>,
    pub books: Option<String>,
    pub tv: Option<String>,
    pub quotes: Option<String>,
    pub about: Option<String>,
    pub games: Option<String>,
    pub movies: Option<String>,
    pub activities: Option<String>,
    pub music: Option<String>,
    pub instagram: Option<String>,
    pub skype: Option<String>,
    pub facebook: Option<String>,
    pub first_name_gen: Option<String>,
    pub first_name_dat: Option<String>,
    pub last_name_gen: Option<String>,
    pub last_name_dat: Option<String>,
    pub photo_id: Option<String>,
    pub photo_50: Option<String>,
    pub photo_100: Option<String>,
    pub photo_200: Option<String>,
    pub photo_200_orig: Option<String>,
    pub photo_400_orig: Option<String>,
    pub photo_max: Option<String>,
    pub photo_max_orig: Option<String>,
    pub city: Option<City>,
    pub country: Option<City>,
    pub last_seen: Option<LastSeen>,
    pub career: Option<Vec<Career>>,
    pub schools: Option<Vec<School>>,
    pub counters: Option<Counters>,
    pub occupation: Option<Occupation>,
    pub personal: Option<Personal>,
    pub mutual: Option<Vec<i64>>,
    pub rating: Option<f64>,
    pub extra_number_1: Option<i64>,
    pub extra_text_1: Option<String>,
    pub extra_flag_1: Option<bool>,
    pub extra_number_2: Option<i64>,
    pub extra_text_2: Option<String>,
    pub extra_flag_2: Option<bool>,
    pub extra_number_3: Option<i64>,
    pub extra_text_3: Option<String>,
    pub extra_flag_3: Option<bool>,
    pub extra_number_4: Option<i64>,
    pub extra_text_4: Option<String>,
    pub extra_flag_4: Option<bool>,
    pub extra_number_5: Option<i64>,
    pub extra_text_5: Option<String>,
    pub extra_flag_5: Option<bool>,
    pub extra_number_6: Option<i64>,
    pub extra_text_6: Option<String>,
    pub extra_flag_6: Option<bool>,
    pub extra_number_7: Option<i64>,
    pub extra_text_7: Option<String>,
    pub extra_flag_7: Option<bool>,
    pub extra_number_8: Option<i64>,
    pub extra_text_8: Option<String>,
    pub extra_flag_8: Option<bool>,
    pub extra_number_9: Option<i64>,
    pub extra_text_9: Option<String>,
    pub extra_flag_9: Option<bool>,
    pub extra_number_10: Option<i64>,
    pub extra_text_10: Option<String>,
    pub extra_flag_10: Option<bool>,
    pub extra_number_11: Option<i64>,
    pub extra_text_11: Option<String>,
    pub extra_flag_11: Option<bool>,
    pub extra_number_12: Option<i64>,
    pub extra_text_12: Option<String>,
    pub extra_flag_12: Option<bool>,
    pub extra_number_13: Option<i64>,
    pub extra_text_13: Option<String>,
    pub extra_flag_13: Option<bool>,
    pub extra_number_14: Option<i64>,
    pub extra_text_14: Option<String>,
    pub extra_flag_14: Option<bool>,
    pub extra_number_15: Option<i64>,
    pub extra_text_15: Option<String>,
    pub extra_flag_15: Option<bool>,
    pub extra_number_16: Option<i64>,
    pub extra_text_16: Option<String>,
    pub extra_flag_16: Option<bool>,
    pub extra_number_17: Option<i64>,
    pub extra_text_17: Option<String>,
    pub extra_flag_17: Option<bool>,
    pub extra_number_18: Option<i64>,
    pub extra_text_18: Option<String>,
    pub extra_flag_18: Option<bool>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SizeKind {
    S,
    M,
    X,
    O,
    P,
    Q,
    R,
    Y,
    Z,
    W,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AttachmentKind {
    Photo,
    Link,
    Video,
    Audio,
    Doc,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PostKind {
    Post,
    Copy,
    Reply,
    Postpone,
    Suggest,
}

#[derive(Deserialize)]
pub struct Likes {
    pub count: i64,
    pub user_likes: Option<i64>,
    pub can_like: Option<i64>,
    pub can_publish: Option<i64>,
}

#[derive(Deserialize)]
pub struct Size {
    pub height: i64,
    pub r#type: SizeKind,
    pub width: i64,
    pub url: String,
}

#[derive(Deserialize)]
pub struct Photo {
    pub album_id: i64,
    pub date: i64,
    pub id: i64,
    pub owner_id: i64,
    pub access_key: Option<String>,
    pub sizes: Option<Vec<Size>>,
    pub text: Option<String>,
    pub user_id: Option<i64>,
    pub has_tags: Option<bool>,
}

#[derive(Deserialize)]
pub struct Link {
    pub url: String,
    pub title: Option<String>,
    pub caption: Option<String>,
    pub photo: Option<Photo>,
}

#[derive(Deserialize)]
pub struct Attachment {
    pub r#type: AttachmentKind,
    pub photo: Option<Photo>,
    pub link: Option<Link>,
}

#[derive(Deserialize)]
pub struct Post {
    pub id: Option<i64>,
    pub from_id: Option<i64>,
    pub owner_id: Option<i64>,
    pub date: Option<i64>,
    pub marked_as_ads: Option<i64>,
    pub is_favorite: Option<bool>,
    pub post_type: Option<PostKind>,
    pub text: Option<String>,
    pub attachments: Option<Vec<Attachment>>,
    pub comments: Option<Likes>,
    pub likes: Option<Likes>,
    pub reposts: Option<Likes>,
    pub views: Option<Likes>,
    pub hash: Option<String>,
    pub signer_id: Option<i64>,
    pub short_text_rate: Option<f64>,
    pub copyright: Option<Link>,
    pub edited: Option<i64>,
}

#[derive(Deserialize)]
pub struct Metadata {
    pub result_type: String,
    pub iso_language_code: String,
}

#[derive(Deserialize)]
pub struct Hashtag {
    pub text: String,
    pub indices: Vec<i64>,
}

#[derive(Deserialize)]
pub struct Mention {
    pub screen_name: String,
    pub name: String,
    pub id: i64,
    pub id_str: String,
    pub indices: Vec<i64>,
}

#[derive(Deserialize)]
pub struct Address {
    pub url: String,
    pub expanded_url: String,
    pub display_url: String,
    pub indices: Vec<i64>,
}

#[derive(Deserialize)]
pub struct MediaSize {
    pub w: i64,
    pub h: i64,
    pub resize: String,
}

#[derive(Deserialize)]
pub struct MediaSizes {
    pub medium: MediaSize,
    pub small: MediaSize,
    pub thumb: MediaSize,
    pub large: MediaSize,
}

#[derive(Deserialize)]
pub struct Media {
    pub id: i64,
    pub id_str: String,
    pub indices: Vec<i64>,
    pub media_url: String,
    pub media_url_https: String,
    pub url: String,
    pub display_url: String,
    pub expanded_url: String,
    pub r#type: String,
    pub sizes: MediaSizes,
    pub source_status_id: Option<i64>,
    pub source_status_id_str: Option<String>,
}

#[derive(Deserialize)]
pub struct Entities {
    pub hashtags: Vec<Hashtag>,
    pub symbols: Vec<Hashtag>,
    pub urls: Vec<Address>,
    pub user_mentions: Vec<Mention>,
    pub media: Option<Vec<Media>>,
}

#[derive(Deserialize)]
pub struct Links {
    pub urls: Vec<Address>,
}

#[derive(Deserialize)]
pub struct ProfileEntities {
    pub url: Option<Links>,
    pub description: Links,
}

#[derive(Deserialize)]
pub struct Author {
    pub id: i64,
    pub id_str: String,
    pub name: String,
    pub screen_name: String,
    pub location: String,
    pub description: String,
    pub url: Option<String>,
    pub entities: ProfileEntities,
    pub protected: bool,
    pub followers_count: i64,
    pub friends_count: i64,
    pub listed_count: i64,
    pub created_at: String,
    pub favourites_count: i64,
    pub utc_offset: Option<i64>,
    pub time_zone: Option<String>,
    pub geo_enabled: bool,
    pub verified: bool,
    pub statuses_count: i64,
    pub lang: String,
    pub contributors_enabled: bool,
    pub is_translator: bool,
    pub is_translation_enabled: bool,
    pub profile_background_color: String,
    pub profile_background_image_url: String,
    pub profile_background_image_url_https: String,
    pub profile_background_tile: bool,
    pub profile_image_url: String,
    pub profile_image_url_https: String,
    pub profile_banner_url: Option<String>,
    pub profile_link_color: String,
    pub profile_sidebar_border_color: String,
    pub profile_sidebar_fill_color: String,
    pub profile_text_color: String,
    pub profile_use_background_image: bool,
    pub default_profile: bool,
    pub default_profile_image: bool,
    pub following: bool,
    pub follow_request_sent: bool,
    pub notifications: bool,
}

#[derive(Deserialize)]
pub struct Tweet {
    pub metadata: Metadata,
    pub created_at: String,
    pub id: i64,
    pub id_str: String,
    pub text: String,
    pub source: String,
    pub truncated: bool,
    pub in_reply_to_status_id: Option<i64>,
    pub in_reply_to_status_id_str: Option<String>,
    pub in_reply_to_user_id: Option<i64>,
    pub in_reply_to_user_id_str: Option<String>,
    pub in_reply_to_screen_name: Option<String>,
    pub user: Author,
    pub geo: Option<String>,
    pub place: Option<String>,
    pub retweeted_status: Option<Box<Tweet>>,
    pub retweet_count: i64,
    pub favorite_count: i64,
    pub entities: Entities,
    pub favorited: bool,
    pub retweeted: bool,
    pub possibly_sensitive: Option<bool>,
    pub lang: String,
}

#[derive(Deserialize)]
pub struct SearchMetadata {
    pub completed_in: f64,
    pub max_id: i64,
    pub max_id_str: String,
    pub next_results: String,
    pub query: String,
    pub refresh_url: String,
    pub count: i64,
    pub since_id: i64,
    pub since_id_str: String,
}

#[derive(Deserialize)]
pub struct Search {
    pub statuses: Vec<Tweet>,
    pub search_metadata: SearchMetadata,
}

#[derive(Deserialize)]
pub struct Album {
    pub id: i64,
    pub owner_id: i64,
    pub date: Option<i64>,
    pub sizes: Vec<Size>,
}

#[derive(Deserialize)]
pub struct Note {
    pub id: i64,
    pub owner_id: i64,
    pub date: Option<i64>,
    pub title: String,
    pub text: Option<String>,
}

#[derive(Deserialize)]
pub struct Page {
    pub url: String,
    pub title: Option<String>,
    pub description: Option<String>,
    pub views: Option<i64>,
}

#[derive(Deserialize)]
pub struct Video {
    pub url: String,
    pub title: Option<String>,
    pub description: Option<String>,
    pub duration: Option<i64>,
}

/// The first of four objects that can be read.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum FeedItem {
    Album(Album),
    Note(Note),
    Page(Page),
    Video(Video),
}
