-- The tables of a history. They are described to TypeScript in drizzle/schema: a test compares the two.
-- A change of this file raises HISTORY_FORMAT in runner/history/db/open-database.ts.

CREATE TABLE runs (
  id TEXT PRIMARY KEY NOT NULL,
  suite_key TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  connector TEXT,
  simulator TEXT,
  status TEXT NOT NULL,
  total INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  passed INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  timeouts INTEGER NOT NULL,
  skipped INTEGER NOT NULL,
  set_aside INTEGER NOT NULL DEFAULT 0,
  faults TEXT,
  started_at INTEGER NOT NULL,
  ordinal INTEGER NOT NULL DEFAULT 0,
  finished_at INTEGER,
  exit_code INTEGER,
  reason TEXT,
  missed TEXT,
  git_commit TEXT,
  options TEXT NOT NULL,
  pid INTEGER NOT NULL,
  process_token TEXT NOT NULL,
  host TEXT NOT NULL,
  tool_version TEXT NOT NULL,
  agent_parts TEXT,
  suites TEXT,
  label TEXT,
  deleted_at INTEGER,
  figures TEXT
) STRICT;
CREATE INDEX runs_by_ordinal ON runs (ordinal);
CREATE INDEX runs_by_suite ON runs (suite_key, ordinal);

CREATE TABLE attempts (
  run_id TEXT NOT NULL,
  suite_key TEXT NOT NULL,
  case_id TEXT NOT NULL,
  case_hash TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  kind TEXT NOT NULL,
  status TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  duration_ms REAL NOT NULL,
  score REAL,
  elicited REAL,
  turns INTEGER NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  cost REAL,
  set_aside TEXT,
  decision TEXT,
  fault_by TEXT,
  fault_kind TEXT,
  first_seq INTEGER NOT NULL,
  last_seq INTEGER NOT NULL,
  PRIMARY KEY (run_id, last_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX attempts_by_case ON attempts (suite_key, case_id);

CREATE TABLE events (
  run_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  type TEXT NOT NULL,
  attempt_key TEXT,
  data TEXT NOT NULL,
  blobs INTEGER NOT NULL,
  PRIMARY KEY (run_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE event_packs (
  run_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  count INTEGER NOT NULL,
  size INTEGER NOT NULL,
  blobs INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (run_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE runs_read (
  run_id TEXT PRIMARY KEY NOT NULL,
  version TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE blobs (
  sha256 TEXT PRIMARY KEY NOT NULL,
  bytes BLOB NOT NULL
) STRICT;

CREATE TABLE model_calls (
  run_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  base INTEGER,
  kept INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (run_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE live_texts (
  run_id TEXT NOT NULL,
  attempt_key TEXT NOT NULL,
  turn INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (run_id, attempt_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE baselines (
  suite_key TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  connector TEXT NOT NULL,
  simulator TEXT NOT NULL,
  run_id TEXT NOT NULL,
  pinned_at INTEGER NOT NULL,
  PRIMARY KEY (suite_key, agent_id, connector, simulator)
) STRICT;

CREATE TABLE reviews (
  run_id TEXT NOT NULL,
  suite_key TEXT NOT NULL,
  case_id TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  reviewer TEXT NOT NULL,
  verdict TEXT NOT NULL,
  note TEXT NOT NULL,
  reviewed_at INTEGER NOT NULL,
  PRIMARY KEY (run_id, suite_key, case_id, attempt, reviewer)
) STRICT;

CREATE TABLE turn_reviews (
  run_id TEXT NOT NULL,
  suite_key TEXT NOT NULL,
  case_id TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  reviewer TEXT NOT NULL,
  verdict TEXT NOT NULL,
  note TEXT NOT NULL,
  reviewed_at INTEGER NOT NULL,
  PRIMARY KEY (run_id, suite_key, case_id, attempt, turn, reviewer)
) STRICT;

CREATE TABLE decisions (
  queue TEXT NOT NULL,
  run_id TEXT NOT NULL,
  suite_key TEXT NOT NULL,
  case_id TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  other_run_id TEXT NOT NULL,
  other_attempt INTEGER NOT NULL,
  reviewer TEXT NOT NULL,
  label TEXT NOT NULL,
  note TEXT NOT NULL,
  decided_at INTEGER NOT NULL,
  PRIMARY KEY (queue, run_id, suite_key, case_id, attempt, other_run_id, other_attempt, reviewer)
) STRICT;

CREATE TABLE hints (
  run_id TEXT NOT NULL,
  suite_key TEXT NOT NULL,
  case_id TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  fault TEXT NOT NULL,
  reviewer TEXT NOT NULL,
  word TEXT NOT NULL,
  reviewed_at INTEGER NOT NULL,
  PRIMARY KEY (run_id, suite_key, case_id, attempt, fault, reviewer)
) STRICT;

CREATE TABLE judges (
  suite_key TEXT NOT NULL,
  judge TEXT NOT NULL,
  model TEXT NOT NULL,
  criterion TEXT NOT NULL,
  standing TEXT NOT NULL,
  checked_at INTEGER NOT NULL,
  figures TEXT NOT NULL,
  PRIMARY KEY (suite_key, judge, model, criterion)
) STRICT;

CREATE TABLE searched_runs (
  number INTEGER PRIMARY KEY NOT NULL,
  run_id TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX searched_runs_run_id_unique ON searched_runs (run_id);

CREATE TABLE passages (
  id INTEGER PRIMARY KEY NOT NULL,
  run INTEGER NOT NULL,
  last_seq INTEGER NOT NULL,
  turn INTEGER NOT NULL
) STRICT;
CREATE INDEX passages_by_run ON passages (run);
CREATE INDEX passages_by_attempt ON passages (run, last_seq);

CREATE VIRTUAL TABLE `said` USING fts5(user, agent, tools, facts, failures, checkpoints, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2");

-- A run whose log changes, or that goes, has to be read again before its row is believed.
CREATE TRIGGER events_changed AFTER UPDATE ON events BEGIN DELETE FROM runs_read WHERE run_id = OLD.run_id; END;
CREATE TRIGGER events_removed AFTER DELETE ON events BEGIN DELETE FROM runs_read WHERE run_id = OLD.run_id; END;
CREATE TRIGGER event_packs_changed AFTER UPDATE ON event_packs BEGIN DELETE FROM runs_read WHERE run_id = OLD.run_id; END;
CREATE TRIGGER event_packs_removed AFTER DELETE ON event_packs BEGIN DELETE FROM runs_read WHERE run_id = OLD.run_id; END;
CREATE TRIGGER runs_removed AFTER DELETE ON runs BEGIN DELETE FROM runs_read WHERE run_id = OLD.id; END;
