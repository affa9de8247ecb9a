#!/usr/bin/env python3
"""A complete engine for one game, Gridlock at any size: it leaves its opponent as few cells as it can."""
import sys

rows, to_move = ["...."] * 4, "X"


def free(mark):
    """The cells on which a player may place: empty, and beside no cell of the other."""
    other = "O" if mark == "X" else "X"
    beside = lambda r, c: [rows[y][x] for y, x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
                           if 0 <= y < len(rows) and 0 <= x < len(rows[0])]
    return [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row)
            if cell == "." and other not in beside(r, c)]


def place(r, c):
    global rows, to_move
    rows = [row[:c] + to_move + row[c + 1:] if y == r else row for y, row in enumerate(rows)]
    to_move = "O" if to_move == "X" else "X"


def left(cell):
    """How many cells the opponent has after a move."""
    global rows, to_move
    before = rows, to_move
    place(*cell)
    count = len(free(to_move))
    rows, to_move = before
    return count


for line in sys.stdin:
    word, *rest = line.split() or [""]
    if word == "ugi":
        print("id name Greedy\nugiok")
    elif word == "isready":
        print("readyok")
    elif word == "position":
        start, _, moves = " ".join(rest).partition(" moves ")
        text = "..../..../..../.... 1" if start == "startpos" else start.removeprefix("fen ")
        rows, to_move = text.split()[0].split("/"), "XO"[int(text.split()[1]) - 1]
        for move in moves.split():
            place(*(int(number) - 1 for number in move.split("-")))
    elif word == "go":
        r, c = min(free(to_move), key=left)
        print(f"bestmove {r + 1}-{c + 1}")
    elif word == "quit":
        break
    sys.stdout.flush()
