import { type Database, writeIfPossible } from '../../db/index.ts';
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
  // Where they cannot be stored, they are computed again the next time.
  if (missing.length > 0) writeIfPossible(() => keep(database, missing));
  return all;
}

function keep({ sqlite }: Database, found: readonly { runId: string; figures: RunFigures }[]): void {
  const update = sqlite.prepare("UPDATE runs SET figures = ? WHERE id = ? AND status <> 'running'");
  sqlite
    .transaction(() => {
      for (const { runId, figures } of found) update.run(JSON.stringify(figures), runId);
    })
    .immediate();
}
