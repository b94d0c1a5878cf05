import { beforeEach, describe, expect, it } from 'vitest';
import type { CaseResult, Fault } from '../../contract/index.ts';
import { caseResult } from '../../testing/finished-run.ts';
import type { RecordedResults } from '../../testing/record-results.ts';
import type { Database } from '../db/index.ts';
import { readFailureGroups } from '../failures/failure-groups.ts';
import { deleteRuns, getRunState, saveReview } from '../index.ts';
import { temporaryHistories, writeResults } from '../testing/temporary-histories.ts';
import { buildOverview } from './overview.ts';

const DAY_MS = 86_400_000;
const now = 100 * DAY_MS;
const freshHistory = temporaryHistories();
let database: Database;
beforeEach(() => {
  database = freshHistory();
});

describe('the overview', () => {
  it('is empty without runs', () => {
    expect(readOverview()).toMatchObject({ series: [], reliable: { last: { cases: 0 } }, work: { cost: [] } });
  });

  it('has one entry per suite, agent and connector, the most urgent first', async () => {
    await record('fine', 1, ['a P', 'b P'], { suiteKey: 'fine.jsonl' });
    for (const [time, outcome] of ['P', 'F', 'P', 'P', 'F', 'P'].entries()) {
      await record(`flaky-${time}`, 2 + time, [`a ${outcome}`], { suiteKey: 'flaky.jsonl' });
    }
    await record('good', 10, ['a P', 'b P'], { suiteKey: 'broken.jsonl' });
    for (const time of [11, 12]) await record(`bad-${time}`, time, ['a F', 'b P'], { suiteKey: 'broken.jsonl' });
    for (const connector of ['small', 'large']) {
      await record(`before-${connector}`, 20, ['a P'], { suiteKey: 'new.jsonl', connector });
      await record(`after-${connector}`, 21, [connector === 'small' ? 'a F' : 'a P'], {
        suiteKey: 'new.jsonl',
        connector,
      });
    }
    const { series } = readOverview();
    expect(
      series.map(({ suiteKey, connector, summary, strip }) => [suiteKey, connector, summary.state, strip]),
    ).toEqual([
      ['new.jsonl', 'small', 'new', 'PF'],
      ['broken.jsonl', null, 'broken', 'PFF'],
      ['flaky.jsonl', null, 'flaky', 'PFPPFP'],
      ['new.jsonl', 'large', 'fine', 'PP'],
      ['fine.jsonl', null, 'fine', 'P'],
    ]);
  });

  it('says what failed most often and what changed before', async () => {
    await record('good', 1, ['a P', 'b P', 'c P'], { gitCommit: 'a'.repeat(40) });
    await record('bad', 2, ['a F', 'b F', 'c P'], { gitCommit: 'b'.repeat(40) });
    const [series] = readOverview().series;
    expect(series).toMatchObject({ cause: { cases: 2 }, changes: ['commit aaaaaaa → bbbbbbb'] });
    expect(series?.cause?.headline).not.toBe('');
  });

  it('looks at complete runs only, and counts the newer ones that were not', async () => {
    await record('part', 1, ['a F'], { suiteKey: 'part.jsonl', options: { cases: ['a'] } });
    await record('whole', 2, ['a P', 'b P']);
    await record('stopped', 3, ['a F'], { outcome: 'cancelled' });
    await record('gone', 4, ['a F', 'b F']);
    deleteRuns(database, ['gone'], 5);
    await record('going', 6, ['a P', 'b P'], {}, 'goes on');
    const [one, other] = readOverview().series;
    expect(one).toMatchObject({ newest: null, partialSince: 1, strip: '' });
    expect(other).toMatchObject({
      newest: { runId: 'whole' },
      partialSince: 1,
      running: 'going',
      summary: { state: 'fine' },
    });
  });

  it('counts the cases that passed reliably in the last two weeks, outages aside', async () => {
    const cases = ['a', 'b', 'c', 'd', 'e'];
    const all = (outcome: string): string[] => cases.map((id) => `${id} ${outcome}`);
    await record('old', now - 20 * DAY_MS, all('F'));
    await record('week-before', now - 9 * DAY_MS, ['a F', ...all('P').slice(1)]);
    await record('good', now - 3 * DAY_MS, all('P'));
    await record('outage', now - 2 * DAY_MS, all('I'));
    await record('again', now - DAY_MS, ['a P', 'b P', 'c P', 'd P', 'e F']);
    expect(readOverview().reliable).toMatchObject({
      last: { reliable: 4, cases: 5 },
      before: { reliable: 4, cases: 5 },
      lost: 1,
      gained: 1,
    });
    expect(readOverview().series[0]?.strip).toBe('FFPOF');
  });

  it('counts failed conversations that nobody reviewed, and the cost of a week', async () => {
    await record('new', now - 1, ['a F', 'b F', 'c P'], {});
    expect(readOverview().work).toMatchObject({ toReview: { attempts: 2, runId: 'new' }, quarantined: { cases: 0 } });
    const key = { suiteKey: 'tests/suite.jsonl', caseId: 'a', attempt: 1 };
    saveReview(database, 'new', { ...key, reviewer: 'ann', verdict: 'bad', note: '', reviewedAt: 1 });
    expect(readOverview().work.toReview).toEqual({ attempts: 1, runId: 'new' });
  });
});

function readOverview() {
  return buildOverview(database, {
    now,
    causesOf: (runId) => {
      const state = getRunState(database, runId);
      return state && readFailureGroups(database, state);
    },
  });
}

const outageFault: Fault = {
  by: 'infra',
  kind: 'server',
  severity: 'critical_hindered',
  rule: 'a rule',
  evidence: 'status 503',
  confidence: 'certain',
};

/** Letters for runs of the test: `P` passed, `F` failed, `I` failed because of the infrastructure. */
function result(text: string): CaseResult {
  const [id = '', outcome] = text.split(' ');
  const turns = [
    {
      turn: 1,
      origin: 'case' as const,
      input: 'Hello',
      output: 'No',
      checkpointsReached: [],
      startedAt: 1,
      durationMs: 1,
    },
  ];
  if (outcome === 'P') return caseResult({ id, turns });
  if (outcome === 'I') return caseResult({ id, turns, status: 'error', endReason: 'agent_error', fault: outageFault });
  return caseResult({ id, turns, status: 'failed', error: 'missing checkpoints: policy' });
}

type Parts = Partial<Omit<RecordedResults, 'runId' | 'at' | 'results'>>;

function record(runId: string, time: number, cases: readonly string[], fields: Parts = {}, state?: 'goes on') {
  return writeResults(database, { runId, at: time, results: cases.map(result), ...fields }, state);
}
