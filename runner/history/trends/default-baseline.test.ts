import { beforeEach, describe, expect, it } from 'vitest';
import type { CaseStatus } from '../../contract/index.ts';
import { caseResult } from '../../testing/finished-run.ts';
import type { RecordedResults } from '../../testing/record-results.ts';
import type { Database } from '../db/index.ts';
import {
  deleteRuns,
  findBaseline,
  findDefaultBaseline,
  findDefaultRunToCompare,
  findNewestComparison,
  pinBaseline,
} from '../index.ts';
import { temporaryHistories, writeResults } from '../testing/temporary-histories.ts';

const suiteKey = 'tests/suite.jsonl';
const head = { runId: 'head', suiteKey, agentId: 'shop', connector: 'small' };
const series = { suiteKey, agentId: 'shop', connector: 'small', simulator: null };
const freshHistory = temporaryHistories();
let database: Database;
beforeEach(() => {
  database = freshHistory();
});

describe('the run to compare with', () => {
  it('is the newest before of the same suite, agent and connector', async () => {
    await record('old', 1);
    await record('new', 2);
    await record('other model', 3, 'passed', { connector: 'large' });
    await record('nobody knows the model', 4, 'passed', { connector: undefined });
    await record('other agent', 5, 'passed', { agentId: 'echo' });
    await record('other suite', 6, 'passed', { suiteKey: 'tests/other.jsonl' });
    await record('head', 100);
    await record('later', 101);
    expect(findDefaultBaseline(database, head)).toBe('new');
    expect(findDefaultBaseline(database, { ...head, connector: 'large' })).toBe('other model');
    expect(findDefaultBaseline(database, { ...head, connector: null })).toBe('nobody knows the model');
    expect(findDefaultBaseline(database, { ...head, connector: 'none' })).toBeUndefined();
  });

  it('has the same simulated user: by rules, or the same connector with the same version of its prompt', async () => {
    const playedBy = (connector: string, prompt: string) => ({
      options: { helpers: [{ role: 'simulator' as const, connector, prompt, why: '--simulator' }] },
    });
    const runWithJudge = {
      options: { helpers: [{ role: 'judge' as const, connector: 'm', prompt: 'judge 1', why: '' }] },
    };
    await record('rules', 1, 'passed', runWithJudge);
    await record('model', 2, 'passed', playedBy('ollama:m', 'simulator 1'));
    await record('new prompt', 3, 'passed', playedBy('ollama:m', 'simulator 2'));
    await record('agent', 4, 'passed', { options: { simulator: 'agents:shopper' } });
    await record('by rules after all', 5, 'passed', { options: { simulator: 'rules' } });
    const baseFor = (simulator: string | null) => findDefaultBaseline(database, { ...head, simulator });
    expect(baseFor(null)).toBe('by rules after all');
    expect(baseFor('ollama:m, prompt 1')).toBe('model');
    expect(baseFor('ollama:m, prompt 2')).toBe('new prompt');
    expect(baseFor('agent shopper')).toBe('agent');
    pinBaseline(database, { series: { ...series, simulator: 'agent shopper' }, runId: 'agent', now: 1 });
    expect(findBaseline(database, series)).toBeUndefined();
  });

  it('knows the connector of an agent that names its own', async () => {
    await record('asked for', 1, 'passed', { options: { connector: 'large' } });
    await record('its own', 2);
    expect(findDefaultBaseline(database, head)).toBe('its own');
    expect(findDefaultBaseline(database, { ...head, connector: 'large' })).toBe('asked for');
  });

  it('is none that was stopped, deleted, or had only some cases', async () => {
    await record('whole', 1);
    await record('cancelled', 2, 'passed', { outcome: 'cancelled' });
    await record('some', 3, 'passed', { options: { cases: ['a'] } });
    await record('tagged', 4, 'passed', { options: { tags: ['smoke'] } });
    await record('matching', 5, 'passed', { options: { pattern: 'a' } });
    await record('again', 6, 'passed', { options: { lastFailed: true } });
    await record('deleted', 7);
    deleteRuns(database, ['deleted'], 8);
    for (const choice of [undefined, 'passed', 'latest'] as const) {
      expect(findDefaultBaseline(database, head, choice)).toBe('whole');
    }
  });

  it('is none that missed a gate, unless that is asked for', async () => {
    await record('good', 1);
    await record('no worse', 2, 'failed', { missed: [] });
    await record('worse', 3, 'failed', { missed: ['regression'] });
    await record('worse, and nobody minded', 4, 'passed', { outcome: 'passed', missed: ['regression'] });
    expect(findDefaultBaseline(database, head)).toBe('no worse');
    expect(findDefaultBaseline(database, head, 'passed')).toBe('worse, and nobody minded');
    await record('broken', 5, 'failed', { missed: ['failures'] });
    expect(findDefaultBaseline(database, head)).toBe('no worse');
    expect(findDefaultBaseline(database, head, 'latest')).toBe('broken');
  });

  it('is the pinned one of the series', async () => {
    await record('pinned', 1);
    await record('new', 2);
    await record('large', 3, 'passed', { connector: 'large' });
    pinBaseline(database, { series, runId: 'pinned', now: 1 });
    pinBaseline(database, { series: { ...series, connector: 'large' }, runId: 'large', now: 1 });
    expect(findDefaultBaseline(database, head)).toBe('pinned');
    expect(findDefaultBaseline(database, head, 'pinned')).toBe('pinned');
    expect(findDefaultBaseline(database, head, 'passed')).toBe('new');
    await record('newer', 4);
    pinBaseline(database, { series, runId: 'newer', now: 1 });
    expect(findDefaultBaseline(database, { ...head, runId: 'newer' })).toBe('new');
    expect(findDefaultBaseline(database, { ...head, connector: null }, 'pinned')).toBeUndefined();
    expect(findBaseline(database, { ...series, connector: 'large' })).toBe('large');
  });
});

describe('the comparison that is shown where nobody names runs', () => {
  it('is of the newest complete run that has another before it', async () => {
    expect(findNewestComparison(database)).toBeUndefined();
    await record('first', 1);
    expect(findNewestComparison(database)).toBeUndefined();
    await record('second', 2);
    await record('ran once', 3, 'passed', { suiteKey: 'tests/other.jsonl' });
    await record('some', 4, 'passed', { options: { cases: ['a'] } });
    expect(findNewestComparison(database)).toEqual({ base: 'first', head: 'second' });
  });

  it('has the newest run before where none met its gates', async () => {
    await record('good', 1);
    await record('worse', 2, 'failed', { missed: ['regression'] });
    expect(findDefaultRunToCompare(database, head)).toBe('good');
    expect(findDefaultRunToCompare(database, { ...head, runId: 'worse' })).toBe('good');
    await record('bad from the start', 1, 'failed', { suiteKey: 'tests/other.jsonl', missed: ['failures'] });
    expect(findDefaultRunToCompare(database, { ...head, suiteKey: 'tests/other.jsonl' })).toBe('bad from the start');
  });
});

function record(runId: string, time: number, status: CaseStatus = 'passed', runFields: Partial<RecordedResults> = {}) {
  const results = [caseResult({ id: 'a', status })];
  return writeResults(database, { runId, at: time, results, suiteKey, connector: 'small', ...runFields });
}
