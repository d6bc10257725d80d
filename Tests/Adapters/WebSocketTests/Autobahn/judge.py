#!/usr/bin/env python3
"""Runs the cases of the Autobahn test suite against a WebSocket client, and prints the results as a table.

usage: judge.py --cases FOLDER [--only PREFIX] [--json FILE] PROGRAM ARGUMENT...

FOLDER is `autobahntestsuite/case` of the package `autobahntestsuite` from PyPI. The suite is written for Python 2, so its
cases are translated when they are loaded, and this server takes the place of the suite's own. It shares no code with the
client. The program gets the port as its last argument, asks for `/getCaseCount`, opens `/runCase?case=N` for each N from
1, and sends each message back.

It needs Python 3.12 or earlier, because the translation is that of `lib2to3`.

Cases of compression (12 and 13) are left out, because the client offers none.
"""
import argparse
import asyncio
import base64
import hashlib
import json
import pathlib
import re
import struct
import sys
import types
import urllib.parse
import warnings

warnings.simplefilter("ignore")

CONNECTING, OPEN, CLOSING, CLOSED = 0, 3, 2, 1
TITLES = {
    "1": "framing", "2": "pings and pongs", "3": "reserved bits", "4": "opcodes", "5": "fragments", "6": "UTF-8",
    "7": "close handshake", "9": "limits and speed", "10": "automatic fragments",
}


def text(value):
    """Returns a value with bytes as text of the same code points, as Python 2 had them."""
    if isinstance(value, (bytes, bytearray)):
        return bytes(value).decode("latin-1")
    if isinstance(value, (list, tuple)):
        return [text(element) for element in value]
    return value


def octets(value):
    return value if isinstance(value, bytes) else value.encode("latin-1")


class Validator:
    """A check of UTF-8, with the members that the suite's cases use."""

    def reset(self):
        pass

    def validate(self, value):
        try:
            octets(value).decode("utf-8")
            return True, True
        except UnicodeDecodeError:
            return False, False


def load(folder):
    """Returns the suite's cases in their order, translated to Python 3."""
    from lib2to3.refactor import RefactoringTool, get_fixers_from_package

    tool = RefactoringTool(get_fixers_from_package("lib2to3.fixes"))
    protocol = types.ModuleType("autobahn.websocket.protocol")
    protocol.WebSocketProtocol = Connection
    validator = types.ModuleType("autobahn.websocket.utf8validator")
    validator.Utf8Validator = Validator
    hexadecimal = types.ModuleType("binascii")
    hexadecimal.b2a_hex = lambda value: octets(value).hex()
    modules = {
        "autobahn.websocket.protocol": protocol,
        "autobahn.websocket.utf8validator": validator,
        "binascii": hexadecimal,
    }

    def module(name):
        if name not in modules:
            source = (folder / f"{name}.py").read_text("latin-1")
            source = source.replace(".tostring()", ".tobytes()")
            source = str(tool.refactor_string(source + "\n", name))
            source = re.sub(r"^from \.", "from ", source, flags=re.M)
            source = re.sub(r"\.encode\(['\"]utf-?8['\"]\)", ".encode('utf-8').decode('latin-1')", source, flags=re.I)
            source = source.replace(".tobytes()", ".tobytes().decode('latin-1')").replace(" / ", " // ").replace("(object, Case, )", "(Case,)")
            result = modules[name] = types.ModuleType(name)
            builtins = dict(vars(__import__("builtins")))
            builtins["__import__"] = importing
            result.__dict__["__builtins__"] = builtins
            exec(compile(source, name, "exec"), result.__dict__)
        return modules[name]

    def importing(name, globals=None, locals=None, fromlist=(), level=0):
        if name in modules or (folder / f"{name}.py").exists():
            return module(name)
        return __import__(name, globals, locals, fromlist, level)

    base = module("case").Case
    base.compare = lambda self, left, right: text(left) == text(right)
    found = {}
    for path in sorted(folder.glob("case[1-9]*.py")):
        if re.match(r"case(12|13)_|case9_9_", path.name):
            continue
        for value in vars(module(path.stem)).values():
            for case in value if isinstance(value, list) else [value]:
                if isinstance(case, type) and issubclass(case, base) and re.match(r"Case\d", case.__name__):
                    found[tuple(int(part) for part in case.__name__[4:].split("_"))] = case
    return [(".".join(map(str, number)), found[number]) for number in sorted(found)]


class Connection:
    """A connection of the fuzzing server, with the members that the suite's cases use."""

    STATE_CONNECTING, STATE_OPEN, STATE_CLOSING, STATE_CLOSED = CONNECTING, OPEN, CLOSING, CLOSED
    CLOSE_STATUS_CODE_NORMAL = 1000
    CLOSE_STATUS_CODE_PROTOCOL_ERROR = 1002
    CLOSE_STATUS_CODE_INVALID_PAYLOAD = 1007

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer
        self.state = CONNECTING
        self.factory = types.SimpleNamespace(isServer=True)
        self.connectionWasOpen = self.closedByMe = self.failedByMe = self.droppedByMe = self.wasClean = False
        self.remoteCloseCode = self.localCloseReason = None
        self.autoFragmentSize = 0
        self.createWirelog = False
        self.txFrameStats = {}
        self.queue = asyncio.Queue()
        self.case = None
        self.timers = []
        self.frameOpcode = 1

    # Sending

    def put(self, data, chop=None):
        self.queue.put_nowait((data, chop))

    async def pump(self):
        while True:
            data, chop = await self.queue.get()
            if data is None:
                break
            try:
                step = chop or max(len(data), 1)
                for start in range(0, len(data), step):
                    self.writer.write(data[start:start + step])
                    if chop:
                        await asyncio.sleep(0)
                await self.writer.drain()
            except ConnectionError:
                return
        self.writer.close()

    @staticmethod
    def header(opcode, fin, rsv, length):
        head = bytes([(0x80 if fin else 0) | (rsv << 4) | opcode])
        if length < 126:
            return head + bytes([length])
        if length < 1 << 16:
            return head + bytes([126]) + struct.pack("!H", length)
        return head + bytes([127]) + struct.pack("!Q", length)

    def sendFrame(self, opcode, payload="", fin=True, rsv=0, mask=None, payload_len=None, chopsize=None, sync=False):
        payload = octets(payload)
        if payload_len is not None:
            payload = (payload * (payload_len // max(len(payload), 1) + 1))[:payload_len]
        self.txFrameStats[opcode] = self.txFrameStats.get(opcode, 0) + 1
        self.put(self.header(opcode, fin, rsv, len(payload)) + payload, chopsize)

    def sendMessage(self, payload, isBinary=False, fragmentSize=None, sync=False, doNotCompress=False):
        payload, opcode = octets(payload), 2 if isBinary else 1
        size = fragmentSize or self.autoFragmentSize or max(len(payload), 1)
        for start in range(0, max(len(payload), 1), size):
            self.sendFrame(opcode, payload[start:start + size], fin=start + size >= len(payload))
            opcode = 0

    def beginMessage(self, isBinary=False):
        self.frameOpcode = 2 if isBinary else 1

    def beginMessageFrame(self, length):
        self.put(self.header(self.frameOpcode, False, 0, length))
        self.frameOpcode = 0

    def sendMessageFrameData(self, payload, sync=False):
        self.put(octets(payload))

    def endMessage(self):
        self.sendFrame(0, fin=True)

    def enableWirelog(self, enable):
        pass

    # Time

    def continueLater(self, delay, function, tag=None):
        self.later(delay, function)

    def later(self, delay, function):
        def call():
            if self.state != CLOSED:
                function()
        self.timers.append(asyncio.get_running_loop().call_later(delay, call))

    def killAfter(self, delay):
        def kill():
            self.failedByMe = True
            self.sendClose(1001)
        self.later(delay, kill)

    def closeAfter(self, delay):
        self.later(delay, self.sendClose)

    # Closing

    def sendClose(self, code=None, reason=""):
        if self.state == OPEN:
            self.sendCloseFrame(code, reason)

    def sendCloseFrame(self, code=None, reasonUtf8="", isReply=False):
        payload = b"" if code is None else struct.pack("!H", code) + octets(reasonUtf8)
        self.localCloseReason = reasonUtf8
        self.sendFrame(8, payload)
        if self.state == OPEN:
            self.closedByMe = not isReply
        self.state = CLOSING
        self.later(3, self.drop)

    def drop(self):
        self.droppedByMe = True
        self.put(None)

    # Receiving

    async def frame(self):
        first, second = await self.reader.readexactly(2)
        length = second & 0x7F
        if length == 126:
            length, = struct.unpack("!H", await self.reader.readexactly(2))
        elif length == 127:
            length, = struct.unpack("!Q", await self.reader.readexactly(8))
        if not second & 0x80:
            raise ValueError("a frame of the client is not masked")
        mask = await self.reader.readexactly(4)
        data = await self.reader.readexactly(length)
        if length:
            stream = (mask * (length // 4 + 1))[:length]
            data = (int.from_bytes(data, "big") ^ int.from_bytes(stream, "big")).to_bytes(length, "big")
        if first & 0x70:
            raise ValueError("a reserved bit of the client is set")
        return first & 0x0F, bool(first & 0x80), data

    async def receive(self):
        """Handles the frames of the client until the connection ends."""
        message, kind = None, None
        while True:
            opcode, fin, data = await self.frame()
            if opcode == 8:
                self.remoteCloseCode = struct.unpack("!H", data[:2])[0] if data else None
                data[2:].decode("utf-8")
                self.wasClean = True
                if self.state == OPEN:
                    self.sendCloseFrame(self.remoteCloseCode, isReply=True)
                return self.drop()
            if opcode == 9:
                self.sendFrame(10, data)
                self.case and self.case.onPing(text(data))
            elif opcode == 10:
                self.case and self.case.onPong(text(data))
            else:
                if (opcode == 0) != (message is not None):
                    raise ValueError("the client's fragments are out of order")
                if opcode:
                    message, kind = b"", opcode
                message += data
                if fin:
                    if kind == 1:
                        message.decode("utf-8")
                    if self.case and self.state == OPEN:
                        self.case.onMessage(text(message), kind == 2)
                    message = None

    async def handshake(self):
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        path = head[0].split(" ")[1]
        fields = dict((line.split(":", 1)[0].lower(), line.split(":", 1)[1].strip()) for line in head[1:] if ":" in line)
        key = fields["sec-websocket-key"]
        assert len(base64.b64decode(key, validate=True)) == 16 and fields["sec-websocket-version"] == "13"
        assert fields["upgrade"].lower() == "websocket" and "upgrade" in fields["connection"].lower()
        accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        self.put(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: WebSocket\r\nConnection: Upgrade\r\n"
                 b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n")
        self.state = OPEN
        self.connectionWasOpen = True
        return urllib.parse.urlsplit(path)


class Judge:
    def __init__(self, cases):
        self.cases = cases
        self.results = {}

    async def serve(self, reader, writer):
        connection = Connection(reader, writer)
        pump = asyncio.create_task(connection.pump())
        name = case = None
        try:
            address = await connection.handshake()
            if address.path == "/getCaseCount":
                connection.sendMessage(str(len(self.cases)))
                connection.sendClose(1000)
            else:
                name, kind = self.cases[int(urllib.parse.parse_qs(address.query)["case"][0]) - 1]
                case = connection.case = kind(connection)
                case.onOpen()
            await connection.receive()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        except (ValueError, AssertionError) as error:
            print(f"{name}: the client broke the rules: {error}", file=sys.stderr)
            connection.failedByMe = connection.closedByMe = True
            connection.drop()
        finally:
            for timer in connection.timers:
                timer.cancel()
            # The last frames, and then the end of the connection.
            connection.put(None)
            await pump
            connection.state = CLOSED
            writer.close()
        if case:
            case.onConnectionLost(connection.failedByMe)
            self.results[name] = (case.behavior, case.behaviorClose, case.result, case.resultClose)

    def table(self):
        """Returns the lines of a table with a row for each group of cases, and the number of failures."""
        lines = ["| cases | passed | not strict | informational | failed |", "|---|---|---|---|---|"]
        total = [0, 0, 0, 0]
        groups = {}
        for name, _ in self.cases:
            behavior, close = self.results.get(name, ("MISSING", "MISSING", "", ""))[:2]
            good = close in ("OK", "INFORMATIONAL")
            column = {"OK": 0, "NON-STRICT": 1, "INFORMATIONAL": 2}.get(behavior, 3) if good else 3
            groups.setdefault(name.split(".")[0], [0, 0, 0, 0])[column] += 1
            total[column] += 1
        for group, counts in groups.items():
            title = f"{group}: {TITLES.get(group, '')}"
            lines.append("| " + " | ".join([title] + [str(count) for count in counts]) + " |")
        lines.append("| " + " | ".join(["all"] + [str(count) for count in total]) + " |")
        return lines, total[3]


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", required=True, type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("program", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    cases = load(arguments.cases)
    judge = Judge([case for case in cases if case[0].startswith(arguments.only)])
    server = await asyncio.start_server(judge.serve, "127.0.0.1", 0, limit=1 << 20)
    port = server.sockets[0].getsockname()[1]
    if not arguments.program:
        sys.exit(f"{len(judge.cases)} cases, and no program to run them")
    program = await asyncio.create_subprocess_exec(*arguments.program, str(port))
    status = await program.wait()
    await asyncio.sleep(1)
    lines, failures = judge.table()
    for name, result in judge.results.items():
        if result[0] not in ("OK", "NON-STRICT", "INFORMATIONAL") or result[1] not in ("OK", "INFORMATIONAL"):
            print(name, *result)
    print("\n".join(lines))
    if arguments.json:
        arguments.json.write_text(json.dumps(judge.results, indent=1))
    sys.exit(1 if failures or status else 0)


asyncio.run(main())
