#!/usr/bin/env python3
"""A scripted language model behind an OpenAI-compatible endpoint: it plays the middle one of the legal moves.

    python3 examples/chat_model.py 9100
    quintet evaluate chat:scripted@http://127.0.0.1:9100/v1 --prompt examples/chat_prompt.txt

Replace `reply` to connect a model of your own.
"""
import json
import re
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


def reply(messages: list[dict[str, str]]) -> str:
    """Returns the answer to a dialogue. The prompt lists the legal moves after `Legal moves:`."""
    listed = re.findall(r"Legal moves: (.*)", messages[-1]["content"])
    moves = listed[-1].split(", ") if listed else [""]
    return f"I take the middle of the list.\n\nMOVE: {moves[len(moves) // 2]}"


class Handler(BaseHTTPRequestHandler):
    """Answers POST requests to `/v1/chat/completions`."""

    protocol_version = "HTTP/1.1"

    def reply(self, messages: list[dict[str, str]]) -> str:
        """Return the answer to a dialogue."""
        return reply(messages)

    def do_POST(self) -> None:
        request: dict[str, Any] = json.loads(self.rfile.read(int(self.headers["content-length"])))
        content = self.reply(request["messages"])
        read = sum(len(message["content"]) for message in request["messages"]) // 4
        written = len(content) // 4
        usage = {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}
        choice = {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"}
        document = {
            "id": "scripted",
            "object": "chat.completion",
            "created": int(time.time()),
            "model": request["model"],
            "choices": [choice],
            "usage": usage,
        }
        body = json.dumps(document).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 9100
    ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()
