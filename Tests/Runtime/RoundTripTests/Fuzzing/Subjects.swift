import Methodical

/// A type, texts that it reads, and the properties of damaged ones.
struct Subject: Sendable {
    let name: String
    let seeds: [[UInt8]]
    let probe: @Sendable (_ input: [UInt8], _ isThorough: Bool) throws -> Void

    private init<T: APIValue>(_ type: T.Type, _ seeds: String...) {
        name = "\(type)"
        self.seeds = seeds.map { Array($0.utf8) }
        probe = { try Probe.type(type, $0, isThorough: $1) }
    }

    static let all: [Subject] = scalars + records + unions

    private static let scalars = [
        Subject(Int.self, "0", "-12", "1234567890123", "1.0", "5e2"),
        Subject(Double.self, "0.5", "-1.25e-3", "123456789.123456789", "17976931348623157e292"),
        Subject(
            String.self, #""""#, #""plain text of some length""#, #""https:\/\/a.b\/c?d=\"e\"""#,
            #""Привет\n\u043c\u0438\u0440 \ud83d\ude00 é""#),
        Subject(Bool.self, "true", "false", "1"),
        Subject([Int].self, "[]", "[1,2,3,4,5,6,7,8,9,10,11,12,13,14]", "[ 1 , -22222222222 , 3.0 ]"),
        Subject([String].self, #"["a","б","\/","","e","f"]"#),
        Subject([Bool?].self, "[true,null,false,0,1]"),
        Subject([[Double?]].self, "[[1.5,null],[],[2,3e1]]"),
        Subject([String: Int].self, #"{"a":1,"b":2,"\u0063":3,"":4}"#),
        Subject([String: [String: JSON]].self, #"{"a":{"b":[1,{"c":null}]},"d":{}}"#),
        Subject([JSON].self, #"[null,true,1,-1.5e3,"x",[],{},{"a":[{}]},123456789012345678901234567890]"#),
    ]

    private static let records = [
        Subject(
            ShapesAPI.Node.self, #"{"id":1}"#,
            #"{"id":1,"parent":{"id":2,"parent":{"id":3}},"children":[{"id":4},{"id":5,"children":[]}],"named":{"a":{"id":6},"b":{"id":7}}}"#,
            #"{"children":[{"id":1},{"id":2},{"id":3},{"id":4},{"id":5},{"id":6},{"id":7},{"id":8},{"id":9},{"id":10},{"id":11}],"id":0}"#
        ),
        Subject(
            ShapesAPI.Holder.self, #"{"sure":{"a":"x","j":"y"},"maybe":{"b":"б"},"empty":{}}"#, #"{"sure":[]}"#,
            #"{"empty":null,"sure":{}}"#),
        Subject(
            ShapesAPI.Comment.self, #"{"id":1,"content":{"type":"text","text":{"words":3}},"meta":{"author":"a"}}"#,
            #"{"meta":null,"content":{"text":null,"type":"new"},"id":2}"#),
        Subject(
            ShapesAPI.Maps.self,
            #"{"colours":{"a":"red","b":"other"},"items":{"x":[{"type":"post","text":"t"}]},"numbers":{"1":1,"2":null},"list":["red","","=","a,b"],"moments":["2024-02-29T12:30:00Z"],"rows":[[{"id":1},{"id":2,"title":3}],[]]}"#
        ),
        Subject(ShapesAPI.Bag.self, #"{"id":1,"note":"n","a":[1,2.5],"b":[]}"#, #"{"x\ny":[0],"id":3}"#),
        Subject(
            ShapesAPI.Nullable.self, #"{"must":1,"both":null,"may":null,"cells":[1,null]}"#, #"{"both":"x","must":2}"#),
        Subject(
            ShapesAPI.Scalars.self,
            #"{"id":9007199254740993,"owner":"me","level":true,"title":false,"size":"big","ratio":0.5,"link":"https:\/\/a.b","since":1,"until":2000,"moment":"2024-01-01T00:00:00+03:00","colour":"red","sex":1,"anything":{"a":[1]},"flag":true}"#,
            #"{"owner":5,"level":7,"title":"t","size":1.5,"colour":"?","sex":9,"anything":null,"flag":0}"#),
        Subject(
            ShapesAPI.Words.self,
            #"{"class":"1","self":"2","init":"3","default":"4","a/b":"5","c,d":"6","!e":"7","f=g":"8","*":"9","~0h|i":"10","\"q\\\n":"11","ё":"12","":"13","index":"14","cursor":"15","description":"16","old":"17"}"#
        ),
        Subject(ShapesAPI.Merged.self, #"{"id":1,"title":"t","extra":true}"#),
    ]

    private static let unions = [
        Subject(
            [ShapesAPI.FeedItem].self,
            #"[{"type":"post","text":"t","reply":{"type":"photo","width":1}},{"width":2,"type":"wall_photo"},{"type":"new","x":[1]},5]"#,
            #"[{"text":"a","reply":{"text":"b","type":"post"},"type":"post"}]"#),
        Subject([ShapesAPI.AnyKind].self, #"["a",1,true,[1,2],{"width":3},null,1.5]"#),
        Subject([ShapesAPI.Trial].self, #"[{"text":"t"},{"width":1},{"type":"x"},{"text":1,"width":2}]"#),
        Subject(ShapesAPI.Colour.self, #""red""#, #""deep blue""#, #""other""#),
    ]
}
