import { beforeEach, describe, expect, it } from 'vitest';
import { runPlan, standardCase } from '../../testing/case-factory.ts';
import { echoAgent } from '../../testing/fake-agents.ts';
import { recordRun } from '../../testing/record-run.ts';
import type { Database } from '../db/index.ts';
import { findBaselineRun, findRun } from '../index.ts';
import { temporaryHistories, writeEvents } from '../testing/temporary-histories.ts';

const olderRunId = '019a0000-0000-7000-8000-00000000000a';
const newer = '019a1111-0000-7000-8000-00000000000b';

const freshHistory = temporaryHistories();
let database: Database;
beforeEach(() => {
  database = freshHistory();
});

async function store(...runIds: string[]): Promise<void> {
  for (const [index, runId] of runIds.entries()) {
    const { events, done } = recordRun(runPlan([standardCase()], { runId }), [echoAgent()]);
    await done;
    await writeEvents(
      database,
      events.map((event) => ({ ...event, at: event.at + index * 1000 })),
    );
  }
}

describe('a run that a person names', () => {
  it('is found by its id, by the beginning of it, and as the latest', async () => {
    await store(olderRunId, newer);
    for (const reference of [olderRunId, olderRunId.toUpperCase(), '019a0']) {
      expect(findRun(database, reference)).toMatchObject({ ok: true, run: { runId: olderRunId } });
    }
    expect(findRun(database, 'latest')).toMatchObject({ ok: true, run: { runId: newer } });
  });

  it('is the latest whole one where runs are compared', async () => {
    await store(olderRunId, newer);
    expect(findBaselineRun(database, 'latest')).toMatchObject({ ok: true, run: { runId: newer } });
    database.sqlite.prepare("UPDATE runs SET status = 'cancelled' WHERE id = ?").run(newer);
    expect(findBaselineRun(database, 'latest')).toMatchObject({ ok: true, run: { runId: olderRunId } });
    expect(findBaselineRun(database, newer)).toMatchObject({ ok: true, run: { runId: newer } });
    expect(findRun(database, 'latest')).toMatchObject({ ok: true, run: { runId: newer } });
    database.sqlite.prepare(`UPDATE runs SET options = json_set(options, '$.tags', json('["smoke"]'))`).run();
    expect(findBaselineRun(database, 'latest')).toMatchObject({
      ok: false,
      problem: 'every run was stopped or ran only some of the cases, so there is no latest one',
    });
  });

  it('is not guessed when several begin alike', async () => {
    await store(olderRunId, newer);
    const result = findRun(database, '019a');
    expect(result).toMatchObject({ ok: false, problem: 'several runs begin with "019a"' });
    expect(result).toHaveProperty('details', [expect.stringContaining(newer), expect.stringContaining(olderRunId)]);
  });

  it.each(['ffff', '%', '_', ''])('is not found as "%s"; the answer lists the latest runs', async (reference) => {
    await store(olderRunId);
    expect(findRun(database, reference)).toEqual({
      ok: false,
      problem: `no run has the id "${reference}"`,
      details: ['the latest runs:', expect.stringMatching(new RegExp(`^${olderRunId}  .* passed  tests/suite.jsonl$`))],
    });
  });

  it('is not there in an empty history', () => {
    expect(findRun(database, 'latest')).toEqual({ ok: false, problem: 'the history has no runs', details: [] });
  });
});
