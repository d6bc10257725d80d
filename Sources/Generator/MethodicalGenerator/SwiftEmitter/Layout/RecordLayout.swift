/// The way in which a record is stored. Other types have the layout of a record without properties.
struct RecordLayout {
    /// Indicates whether the record consists of one reference to its properties, which copies share.
    var isShared = false
    /// The layouts of the properties, in their order.
    var fields: [FieldLayout] = []
    /// The size of a value.
    var size = StoredSize()
    /// The number of the cycle of records that the record belongs to.
    var cycle = 0
    /// The number of the cycle of required properties that the record belongs to.
    var requiredCycle = 0
}

/// The way in which a property of a record is stored.
struct FieldLayout {
    /// Indicates whether the value lives in a box.
    var isBoxed = false
    /// Indicates whether the schema requires the property although the record would contain itself through it. No
    /// response can satisfy that.
    var isEndless = false
}
