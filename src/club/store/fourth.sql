-- Version 4: who won, what came of all battles of each player, and when each was last here.
ALTER TABLE battles ADD COLUMN winner TEXT CHECK (winner IN ('blue', 'red'));
ALTER TABLE players ADD COLUMN last_here INTEGER;

UPDATE battles SET winner = 'blue' WHERE stage = 'over' AND result LIKE 'Blue won%';
UPDATE battles SET winner = 'red' WHERE stage = 'over' AND result LIKE 'Red won%';

-- Battles go after a while, what came of them stays. The opponent is a commander's key; for people it is empty.
CREATE TABLE tallies (
    player INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    system TEXT NOT NULL,
    opponent TEXT NOT NULL,
    won INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    PRIMARY KEY (player, system, opponent)
) STRICT, WITHOUT ROWID;

INSERT INTO tallies (player, system, opponent, won, lost, drawn)
SELECT player, system, opponent, sum(won), sum(lost), sum(drawn) FROM (
    SELECT blue_player AS player, system, iif(red_kind = 'commander', coalesce(red_name, ''), '') AS opponent,
        winner IS 'blue' AS won, winner IS 'red' AS lost, winner IS NULL AS drawn
    FROM battles WHERE stage = 'over' AND blue_kind = 'player'
    UNION ALL
    SELECT red_player, system, iif(blue_kind = 'commander', coalesce(blue_name, ''), ''),
        winner IS 'red', winner IS 'blue', winner IS NULL
    FROM battles WHERE stage = 'over' AND red_kind = 'player'
) GROUP BY player, system, opponent;
