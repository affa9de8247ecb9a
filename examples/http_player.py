#!/usr/bin/env python3
"""A complete player behind HTTP, of any game: it plays any legal move. The port is an argument; 0 takes a free one."""
import http.server
import json
import random
import sys


class Player(http.server.BaseHTTPRequestHandler):
    # Head and body in one packet: two would wait for each other.
    wbufsize = -1

    def do_POST(self) -> None:
        question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = json.dumps({"move": random.choice(question["legal"])}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing about each question."""


server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Player)
print(f"http://127.0.0.1:{server.server_port}/", flush=True)
server.serve_forever()
