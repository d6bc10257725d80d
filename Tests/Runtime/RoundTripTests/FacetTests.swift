import HuabanAPI
import Methodical
import Testing

/// Tests of the numbers of Huaban's search results.
@Suite struct FacetTests {
    @Test func countsOfCategories() throws {
        let facets = try Huaban.Facets(json: Array(#"{"results": {"web_app_icon": 3, "new": 1}, "total": 4}"#.utf8))
        #expect(facets.count(of: .webAppIcon) == 3 && facets.count(of: .anime) == nil)
        #expect(facets.count(of: Huaban.Category(rawValue: "new")) == 1)
        #expect(try Huaban.Facets(json: Array(#"{"total": 0}"#.utf8)).count(of: .anime) == nil)
    }
}
