-- A file as the first version of the store made it, with two games: one in which every kind of action
-- has been done, and the one that follows it.

CREATE TABLE games (
    key         INTEGER PRIMARY KEY,
    id          TEXT NOT NULL UNIQUE,
    game        TEXT NOT NULL,
    size        TEXT NOT NULL,
    start       TEXT NOT NULL,
    created     INTEGER NOT NULL,
    rematch_of  INTEGER UNIQUE REFERENCES games (key)
) STRICT;

CREATE TABLE seats (
    game    INTEGER NOT NULL REFERENCES games (key),
    player  INTEGER NOT NULL CHECK (player IN (1, 2)),
    token   BLOB NOT NULL CHECK (length(token) = 32),
    name    TEXT,
    since   INTEGER NOT NULL,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;

CREATE TABLE log (
    game    INTEGER NOT NULL REFERENCES games (key),
    ply     INTEGER NOT NULL CHECK (ply >= 0),
    player  INTEGER NOT NULL CHECK (player IN (1, 2)),
    deed    TEXT NOT NULL,
    move    TEXT CHECK ((move IS NOT NULL) = (deed = 'move')),
    at      INTEGER NOT NULL,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

CREATE TABLE probe (
    only    INTEGER PRIMARY KEY CHECK (only = 1),
    times   INTEGER NOT NULL
) STRICT;
INSERT INTO probe VALUES (1, 0);

PRAGMA application_id = 0x5175696e;
PRAGMA user_version = 1;

INSERT INTO games VALUES
    (1, 'ID1', 'gridlock', '4x4', '..../..../..../.... 1', 1000, NULL),
    (2, 'ID2', 'gridlock', '4x4', '..../..../..../.... 2', 2000, 1);

INSERT INTO seats VALUES
    (1, 1, zeroblob(32), 'Red', 1000),
    (1, 2, randomblob(32), NULL, 1001),
    (2, 2, randomblob(32), 'Blue', 2000);

INSERT INTO log VALUES
    (1, 0, 1, 'move', '2 2', 1002),
    (1, 1, 1, 'offer-take-back', NULL, 1003),
    (1, 2, 2, 'decline-take-back', NULL, 1004),
    (1, 3, 1, 'offer-take-back', NULL, 1005),
    (1, 4, 2, 'accept-take-back', NULL, 1006),
    (1, 5, 1, 'move', '3 3', 1007),
    (1, 6, 2, 'resign', NULL, 1008);
