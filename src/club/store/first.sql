-- Version 1: players, battles, how far each player has read.
CREATE TABLE players (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    fingerprint TEXT NOT NULL UNIQUE,
    key TEXT NOT NULL,
    made INTEGER NOT NULL,
    rating REAL NOT NULL DEFAULT 1500,
    games INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE battles (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    battle TEXT NOT NULL,
    battle_title TEXT NOT NULL,
    system TEXT NOT NULL,
    system_title TEXT NOT NULL,
    house TEXT NOT NULL,
    record TEXT,
    blue_kind TEXT NOT NULL CHECK (blue_kind IN ('open', 'invited', 'player', 'commander', 'guest')),
    blue_player INTEGER REFERENCES players (id),
    blue_name TEXT,
    red_kind TEXT NOT NULL CHECK (red_kind IN ('open', 'invited', 'player', 'commander', 'guest')),
    red_player INTEGER REFERENCES players (id),
    red_name TEXT,
    taker INTEGER REFERENCES players (id),
    stage TEXT NOT NULL CHECK (stage IN ('waiting', 'starting', 'running', 'over')),
    turn INTEGER NOT NULL DEFAULT 0,
    to_move TEXT CHECK (to_move IN ('blue', 'red')),
    last_order INTEGER NOT NULL,
    record_bytes INTEGER NOT NULL DEFAULT 0,
    result TEXT,
    note TEXT
) STRICT;

CREATE INDEX battles_by_stage ON battles (stage, last_order);
CREATE INDEX battles_by_blue ON battles (blue_player, stage);
CREATE INDEX battles_by_red ON battles (red_player, stage);

CREATE TABLE seen (
    player INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    battle INTEGER NOT NULL REFERENCES battles (id) ON DELETE CASCADE,
    lines INTEGER NOT NULL,
    PRIMARY KEY (player, battle)
) STRICT, WITHOUT ROWID;
