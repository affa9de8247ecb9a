#!/usr/bin/env python3
"""A complete engine for Gridlock on any board: it minimizes the number of cells available to its opponent."""
import sys

START = "..../..../..../.... 1"
Board = list[str]


def free(board: Board, mark: str) -> list[tuple[int, int]]:
    """Returns the cells on which a player may place: empty and not adjacent to an opponent's marker."""
    def at(r: int, c: int) -> str:
        return board[r][c] if 0 <= r < len(board) and 0 <= c < len(board[0]) else ""
    return [(r, c) for r in range(len(board)) for c in range(len(board[0])) if at(r, c) == "."
            and all(at(y, x) in ("", ".", mark) for y, x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)))]


def placed(board: Board, mark: str, r: int, c: int) -> Board:
    return [row[:c] + mark + row[c + 1:] if y == r else row for y, row in enumerate(board)]


def read(text: str) -> tuple[Board, str]:
    """Returns the board and the player to move after `startpos` or `fen ...` and the moves."""
    start, _, moves = text.partition(" moves ")
    cells, player = (START if start == "startpos" else start.removeprefix("fen ")).split()
    board, marks = cells.split("/"), "XO" if player == "1" else "OX"
    for n, move in enumerate(moves.split()):
        r, c = (int(number) - 1 for number in move.split("-"))
        board = placed(board, marks[n % 2], r, c)
    return board, marks[len(moves.split()) % 2]


board, mark = read("startpos")
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "ugi":
        print("id name Greedy\noption name Game type combo default gridlock var gridlock\nugiok")
    elif word == "isready":
        print("readyok")
    elif word == "position":
        board, mark = read(rest)
    elif word == "go":
        other = "O" if mark == "X" else "X"
        r, c = min(free(board, mark), key=lambda cell: len(free(placed(board, mark, *cell), other)))
        print(f"bestmove {r + 1}-{c + 1}")
    elif word == "quit":
        break
    sys.stdout.flush()
