-- Version 2: what each rated battle did to its players' ratings.
CREATE TABLE results (
    battle INTEGER NOT NULL REFERENCES battles (id) ON DELETE CASCADE,
    player INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    opponent INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    score REAL NOT NULL,
    before REAL NOT NULL,
    after REAL NOT NULL,
    ended INTEGER NOT NULL,
    PRIMARY KEY (battle, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_by_player ON results (player, ended);
