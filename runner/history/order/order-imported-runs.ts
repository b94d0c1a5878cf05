import type BetterSqlite from 'better-sqlite3';
import { type StoredRow, selectRows } from '../db/select.ts';
import { correctStartTimes } from './correct-start-times.ts';

type RunPosition = Pick<StoredRow<'runs'>, 'id' | 'startedAt' | 'ordinal'>;

/**
 * Gives imported runs positions between the existing ones by start time, so that an old run from another machine does
 * not become the newest. The order among the existing runs and the order among the imported runs do not change.
 */
export function orderImportedRuns(sqlite: BetterSqlite.Database, runIds: readonly string[]): void {
  if (runIds.length === 0) return;
  sqlite
    .transaction(() => {
      const all = selectRows(sqlite, 'runs', ['id', 'startedAt', 'ordinal'], 'ORDER BY ordinal').all();
      const imported = new Set(runIds);
      const order = mergePositions(
        all.filter(({ id }) => !imported.has(id)),
        all.filter(({ id }) => imported.has(id)),
      );
      const updateOrdinal = sqlite.prepare('UPDATE runs SET ordinal = ? WHERE id = ?');
      for (const [index, { id, ordinal }] of order.entries())
        if (ordinal !== index + 1) updateOrdinal.run(index + 1, id);
    })
    .immediate();
}

/** If two runs started at the same time, the existing run comes first. */
function mergePositions(localPositions: readonly RunPosition[], imported: readonly RunPosition[]): RunPosition[] {
  const [startsHere, startsElsewhere] = [correctStartTimes(localPositions), correctStartTimes(imported)];
  const order: RunPosition[] = [];
  let next = 0;
  for (const [index, run] of imported.entries()) {
    const startedAt = startsElsewhere[index] ?? 0;
    for (
      let localPosition = localPositions[next];
      localPosition !== undefined && (startsHere[next] ?? 0) <= startedAt;
      localPosition = localPositions[next]
    ) {
      order.push(localPosition);
      next += 1;
    }
    order.push(run);
  }
  return [...order, ...localPositions.slice(next)];
}
