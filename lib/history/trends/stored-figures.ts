import type { Database } from '../../db/index.ts';
import { sqliteProblem } from '../../db/sqlite-problem.ts';
import { createFigureReader } from './read-figures.ts';
import { type RunFigures, runFiguresSchema } from './run-figures.ts';

type FinishedRun = { runId: string; figures: unknown };

/**
 * The figures of runs that are over, by run: they are in the row of a run since it ended. Runs of older versions have
 * none; theirs are worked out once, when they are first asked for.
 */
export function storedFigures(database: Database, runs: readonly FinishedRun[]): Map<string, RunFigures> {
  const workOut = createFigureReader(database);
  const missing: { runId: string; figures: RunFigures }[] = [];
  const all = new Map<string, RunFigures>();
  for (const { runId, figures: kept } of runs) {
    const parsed = runFiguresSchema.safeParse(kept);
    const figures = parsed.success ? parsed.data : workOut(runId);
    if (!parsed.success) missing.push({ runId, figures });
    all.set(runId, figures);
  }
  if (missing.length > 0) keepIfPossible(database, missing);
  return all;
}

/** If the history is locked or read-only, figures are not stored, but computed again the next time. */
function keepIfPossible(database: Database, found: readonly { runId: string; figures: RunFigures }[]): void {
  try {
    keep(database, found);
  } catch (error) {
    if (sqliteProblem(error)?.code !== 'database_unusable') throw error;
  }
}

function keep({ sqlite }: Database, found: readonly { runId: string; figures: RunFigures }[]): void {
  const update = sqlite.prepare("UPDATE runs SET figures = ? WHERE id = ? AND status <> 'running'");
  sqlite
    .transaction(() => {
      for (const { runId, figures } of found) update.run(JSON.stringify(figures), runId);
    })
    .immediate();
}
