import type { Database } from '../../db/index.ts';
import { createStoredResultReader } from '../unreadable/stored-result.ts';
import { preparePassageWriter } from './write-passages.ts';

const ATTEMPTS_TOGETHER = 20;
const PAUSE_MS = 10;

declare global {
  var turntreeOlderRuns: Database | undefined;
}

type OlderRun = { id: string; addedTo: number | null };

const OLDER_RUNS = `FROM runs r LEFT JOIN searched_runs s ON s.run_id = r.id
  WHERE r.status <> 'running' AND (s.number IS NULL OR s.added_to IS NOT NULL)`;

/** Returns how many runs of older versions cannot be searched yet. */
export function olderRunsLeft({ sqlite }: Database): number {
  return sqlite.prepare<[], number>(`SELECT count(*) ${OLDER_RUNS}`).pluck().get() ?? 0;
}

/** Makes runs of older versions searchable, the newest first, a little at a time, while the server answers others. */
export function addOlderRunsBeside(database: Database): void {
  if (globalThis.turntreeOlderRuns === database || olderRunsLeft(database) === 0) return;
  globalThis.turntreeOlderRuns = database;
  const step = (): void => {
    const isMore = database.sqlite.open && addOlderAttempts(database);
    if (isMore) setTimeout(step, PAUSE_MS).unref();
    else globalThis.turntreeOlderRuns = undefined;
  };
  setTimeout(step, 0).unref();
}

/** Adds the next few attempts of the newest run that is not wholly searchable. Returns false when there is none. */
export function addOlderAttempts(database: Database): boolean {
  const { sqlite } = database;
  const writer = preparePassageWriter(sqlite);
  const nextRun = sqlite.prepare<[], OlderRun>(
    `SELECT r.id, s.added_to AS addedTo ${OLDER_RUNS} ORDER BY r.ordinal DESC LIMIT 1`,
  );
  const attemptsBefore = sqlite
    .prepare<[string, number], number>(
      `SELECT last_seq FROM attempts WHERE run_id = ? AND last_seq < ? ORDER BY last_seq DESC LIMIT ${ATTEMPTS_TOGETHER}`,
    )
    .pluck();
  const resultAt = createStoredResultReader(database);
  const addedTo = sqlite.prepare('UPDATE searched_runs SET added_to = ? WHERE number = ?');
  const step = sqlite.transaction((): boolean => {
    const run = nextRun.get();
    if (run === undefined) return false;
    const before = run.addedTo ?? Number.MAX_SAFE_INTEGER;
    const number = writer.numberRun(run.id, before);
    const attempts = attemptsBefore.all(run.id, before);
    for (const lastSeq of attempts) {
      const event = resultAt(run.id, lastSeq);
      if (event !== undefined) writer.add({ run: number, lastSeq, result: event.result }, true);
    }
    addedTo.run(attempts.at(-1) ?? null, number);
    return true;
  });
  return step.immediate();
}
