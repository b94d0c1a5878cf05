import { type Stats, statSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { errorText } from '../../../runner/values/index.ts';
import { findDamage } from '../../db/find-damage.ts';

/** The newest event of a run that was written. */
export type Written = { runId: string; seq: number };

/** `isMoved`: the open files do not have their names any more. */
export type Harm = { what: string; isMoved: boolean };

export type HistoryGuard = {
  /** Says what has happened to the history since it was written last; nothing when all is well. */
  harm(written: Written): Harm | undefined;
  /** Called after each write, which may change the file itself. */
  settle(): void;
  /** Looks at it as whoever opens it next does. */
  finalHarm(written: Written): Harm | undefined;
};

const COUNT_EVENTS = `SELECT (SELECT count(*) FROM events WHERE run_id = :runId)
  + (SELECT total(count) FROM event_packs WHERE run_id = :runId)`;

const endings = ['', '-wal', '-shm'];

/**
 * Notices when somebody else takes away, replaces or overwrites the files of a history that is open. Where nobody does,
 * it costs three questions to the file system a batch: SQLite itself would go on in files that have no name any more.
 */
export function guardHistory({ name }: BetterSqlite.Database): HistoryGuard {
  const files = endings.map((ending) => ({ file: `${name}${ending}`, is: identityOf(statOf(`${name}${ending}`)) }));
  let changedAt = statOf(name)?.mtimeMs;

  const harm = (written: Written): Harm | undefined => {
    for (const { file, is } of files) {
      const found = identityOf(statOf(file));
      if (found === is) continue;
      return {
        what: `${file} was ${found === undefined ? 'deleted' : 'replaced'} while the run went on`,
        isMoved: true,
      };
    }
    const stat = statOf(name);
    if (stat?.size === 0) return { what: `${name} was emptied while the run went on`, isMoved: false };
    if (stat?.mtimeMs === changedAt) return undefined;
    changedAt = stat?.mtimeMs;
    return freshHarm(name, written);
  };
  return {
    harm,
    settle() {
      changedAt = statOf(name)?.mtimeMs;
    },
    finalHarm: (written) => harm(written) ?? freshHarm(name, written),
  };
}

/** A connection keeps in memory what it has read; another one reads what is there. */
function freshHarm(name: string, { runId, seq }: Written): Harm | undefined {
  try {
    const fresh = new BetterSqlite(name, { readonly: true, timeout: 5000 });
    try {
      const damage = findDamage(fresh);
      if (damage !== undefined) return damaged(name, damage);
      const found = fresh.prepare(COUNT_EVENTS).pluck().get({ runId });
      return Number(found) >= seq ? undefined : damaged(name, 'events of the run are missing');
    } finally {
      fresh.close();
    }
  } catch (error) {
    if (error instanceof BetterSqlite.SqliteError && /BUSY|LOCKED/.test(error.code)) return undefined;
    return damaged(name, errorText(error));
  }
}

function damaged(name: string, how: string): Harm {
  return { what: `${name} was damaged while the run went on: ${how}`, isMoved: false };
}

function statOf(file: string): Stats | undefined {
  return statSync(file, { throwIfNoEntry: false });
}

function identityOf(stat: Stats | undefined): string | undefined {
  return stat === undefined ? undefined : `${stat.dev}:${stat.ino}`;
}
