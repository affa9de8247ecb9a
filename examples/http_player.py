#!/usr/bin/env python3
"""A complete HTTP player that plays random legal moves of any game. The argument is the port; 0 picks a free one."""
import http.server
import json
import random
import sys


class Player(http.server.BaseHTTPRequestHandler):
    # Headers and body in one packet, to avoid a delay between them.
    wbufsize = -1

    def do_POST(self) -> None:
        question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = json.dumps({"move": random.choice(question["legal"])}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *args: object) -> None:
        """Logs nothing."""


server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Player)
print(f"http://127.0.0.1:{server.server_port}/", flush=True)
server.serve_forever()
