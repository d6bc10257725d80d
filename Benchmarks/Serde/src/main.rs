//! Reads a document a number of times with serde_json, for tools that count instructions.
//!
//!     serde-benchmark DOCUMENT FILE TIMES

mod models;

use models::{Career, FeedItem, Post, Search, User};
use serde::de::DeserializeOwned;
use std::hint::black_box;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [document, file, times] = words.as_slice() else {
        fail("usage: serde-benchmark DOCUMENT FILE TIMES");
    };
    let text = std::fs::read(file).unwrap_or_else(|why| fail(&format!("{file}: {why}")));
    let times: usize = times.parse().unwrap_or_else(|_| fail("TIMES is not a number"));
    match document.as_str() {
        "users" | "shuffled" => read::<Vec<User>>(&text, times),
        "wall" => read::<Vec<Post>>(&text, times),
        "small" => read::<Vec<Career>>(&text, times),
        "ids" => read::<Vec<i64>>(&text, times),
        "twitter" => read::<Search>(&text, times),
        "numbers" => read::<Vec<f64>>(&text, times),
        "feed" => read::<Vec<FeedItem>>(&text, times),
        _ => fail("there is no such document"),
    }
}

/// Decodes the text and frees the value, as often as said.
fn read<T: DeserializeOwned>(text: &[u8], times: usize) {
    for _ in 0..times {
        match serde_json::from_slice::<T>(black_box(text)) {
            Ok(value) => drop(black_box(value)),
            Err(why) => fail(&why.to_string()),
        }
    }
}

fn fail(message: &str) -> ! {
    eprintln!("{message}");
    std::process::exit(1)
}
