-- The tables of an Emberlog database (docs/database.md tells what each column means).
-- No primary keys and no indexes: they cost a third of the time and 11 bytes a row (measured), and the
-- steps of a game stand together, so that minima and maxima of the row groups find them.

CREATE TABLE about (
    schema INTEGER NOT NULL             -- number of this layout; raised when it changes
);

CREATE TABLE source (
    file VARCHAR NOT NULL,              -- every log file or archive ever read, seen from the database's folder
    digest VARCHAR,                     -- of its bytes; NULL: something in it was wrong, or it is no file
    games INTEGER NOT NULL,             -- in it, the same game twice counted twice
    rules VARCHAR[] NOT NULL,           -- names and rules numbers of these games, like `living_forest 1`
    verified BOOLEAN NOT NULL
);

CREATE TABLE game (
    key INTEGER NOT NULL,               -- small number inside this database, in order of arrival
    id VARCHAR NOT NULL,                -- digest of the content: the same everywhere
    opening VARCHAR NOT NULL,           -- digest of the header's content
    name VARCHAR NOT NULL,              -- which game it is
    rules INTEGER NOT NULL,
    options VARCHAR NOT NULL,           -- JSON
    seed VARCHAR,
    players SMALLINT NOT NULL,
    steps INTEGER NOT NULL,
    rounds INTEGER,                     -- NULL: not replayed
    finished BOOLEAN NOT NULL,
    verified BOOLEAN NOT NULL,
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,              -- of the header in the file, from 1
    lines VARCHAR,                      -- digest of its lines as they were read; NULL: not all of them are good
    hash VARCHAR,                       -- of the last state, as the end line has it
    header VARCHAR NOT NULL,            -- the line itself
    meta VARCHAR                        -- JSON
);

CREATE TABLE title (
    name VARCHAR NOT NULL,              -- a game of which something is stored
    cooperative BOOLEAN NOT NULL        -- all seats win or lose together
);

CREATE TABLE seat (
    game INTEGER NOT NULL,
    seat SMALLINT NOT NULL,
    name VARCHAR NOT NULL,
    agent VARCHAR,
    won DOUBLE,                         -- 1 / number of winners, or 0 (co-operative: 1 or 0); NULL: unfinished
    winner BOOLEAN
);

CREATE TABLE score (
    game INTEGER NOT NULL,
    seat SMALLINT NOT NULL,
    name VARCHAR NOT NULL,              -- one of the game's score names
    value BIGINT NOT NULL
);

CREATE TABLE outcome (
    game INTEGER NOT NULL,
    reason VARCHAR NOT NULL,            -- rule id
    winners SMALLINT[] NOT NULL,
    scores VARCHAR NOT NULL             -- JSON: a list of numbers per seat
);

-- Steps, events and facts say the same over and over: rows hold numbers, the dictionaries `choice`, `telling`
-- and `naming` say what they stand for (numbers of this database, in order of arrival). The views `step`,
-- `event` and `fact` put both together.

CREATE TABLE choice (
    code INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    action VARCHAR                      -- JSON of the action without its kind; NULL: it has no more fields
);

CREATE TABLE step_row (
    game INTEGER NOT NULL,
    n INTEGER NOT NULL,
    seat SMALLINT NOT NULL,             -- -1: the table
    round INTEGER,                      -- under way before the step; NULL: not replayed
    choice INTEGER NOT NULL,
    chance VARCHAR,                     -- JSON
    "check" USMALLINT                   -- first four hexadecimal digits of the state hash, as a number
);

CREATE TABLE telling (
    code INTEGER NOT NULL,
    rule VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,
    facts VARCHAR,                      -- JSON; NULL: none
    secret VARCHAR                      -- JSON of the facts that only the seat may see
);

CREATE TABLE event_row (
    game INTEGER NOT NULL,
    n INTEGER NOT NULL,                 -- the step it belongs to
    i SMALLINT NOT NULL,                -- its place among the events of the step
    seat SMALLINT,
    telling INTEGER NOT NULL
);

CREATE TABLE naming (
    code INTEGER NOT NULL,
    names VARCHAR[] NOT NULL            -- what the numbers of a seat are called, in their order
);

CREATE TABLE fact_row (
    game INTEGER NOT NULL,
    round INTEGER NOT NULL,
    seat SMALLINT NOT NULL,
    at_end BOOLEAN NOT NULL,            -- taken when the game was over
    naming INTEGER NOT NULL,
    numbers BIGINT[] NOT NULL
);

CREATE TABLE rejected (
    source VARCHAR NOT NULL,            -- the file or archive
    file VARCHAR NOT NULL,              -- the same, or ARCHIVE!MEMBER
    line INTEGER NOT NULL,              -- 0: the file as a whole
    step INTEGER,
    status VARCHAR NOT NULL,            -- diverged, cannot_replay or bad
    reason VARCHAR NOT NULL,
    good_steps INTEGER NOT NULL,
    name VARCHAR,                       -- the game and the seed of the header, where it could be read
    seed VARCHAR
);
