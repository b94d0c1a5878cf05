import { expect, it } from 'vitest';
import type { RunEventBody } from '../../contract/index.ts';
import { caseResult } from '../../testing/finished-run.ts';
import { createEventsOfResults } from '../../testing/record-results.ts';
import { temporaryHistories, writeEvents } from '../testing/temporary-histories.ts';
import { listLabelledAttempts } from './labelled-attempts.ts';

const openHistory = temporaryHistories();
const caseId = { suiteKey: 'tests/suite.jsonl', caseId: 'refund' };

/** Writes a run whose only attempt was skipped, before or after its first turn. */
async function writeSkipped(
  database: ReturnType<typeof openHistory>,
  runId: string,
  { outcome, hasStarted }: { outcome: 'passed' | 'cancelled'; hasStarted: boolean },
): Promise<void> {
  const results = [caseResult({ id: 'refund', kind: 'dynamic', status: 'skipped', hash: 'earlier' })];
  const startedEvent: RunEventBody = { type: 'case.started', ...caseId, attempt: 1 };
  const bodies = createEventsOfResults({ runId, at: 1, results, outcome });
  const all = hasStarted ? bodies.toSpliced(1, 0, startedEvent) : bodies;
  await writeEvents(
    database,
    all.map((body, index) => ({ v: 1, runId, seq: index + 1, at: 1, ...body })),
  );
}

it('takes conversations that were imported, and none that was stopped or never began', async () => {
  const database = openHistory();
  await writeSkipped(database, 'imported', { outcome: 'passed', hasStarted: true });
  await writeSkipped(database, 'stopped', { outcome: 'cancelled', hasStarted: true });
  await writeSkipped(database, 'not-begun', { outcome: 'passed', hasStarted: false });
  for (const caseHash of ['earlier', 'as it is now']) {
    const attempts = listLabelledAttempts(database, { ...caseId, caseHash, limit: 10 });
    expect(attempts).toEqual([{ runId: 'imported', attempt: 1, status: 'skipped', reviews: [] }]);
  }
});
