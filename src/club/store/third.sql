-- Version 3: who is to move as far as both sides know, which is all that others may read of a battle.
ALTER TABLE battles ADD COLUMN known_to_move TEXT CHECK (known_to_move IN ('blue', 'red'));

UPDATE battles SET known_to_move = to_move;
