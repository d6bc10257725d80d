import Methodical

/// Documents of many megabytes.
enum Documents {
    static func decode(megabytes: Int) throws {
        var text: [UInt8] = [UInt8(ascii: "[")]
        text.reserveCapacity(megabytes * 1_000_000 + 1000)
        var number = 0
        while text.count < megabytes * 1_000_000 {
            if number > 0 { text.append(UInt8(ascii: ",")) }
            text.append(contentsOf: Item.json(number).utf8)
            number += 1
        }
        text.append(UInt8(ascii: "]"))
        let start = cpu()
        let items = try [Item](json: text)
        let seconds = cpu() - start
        guard items.count == number, items.last?.id == number - 1 else { throw Problem("items are missing") }
        print("megabyte", seconds / Double(text.count) * 1e12)
    }
}
