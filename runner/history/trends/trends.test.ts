import { beforeEach, describe, expect, it } from 'vitest';
import type { CaseResult, CaseStatus, UserFact } from '../../contract/index.ts';
import { toSeriesKey } from '../../format/index.ts';
import { caseResult } from '../../testing/finished-run.ts';
import type { RecordedResults } from '../../testing/record-results.ts';
import { compareRuns, computePassRateInterval, computeRateChange, computeWilsonInterval } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { deleteRuns, pinBaseline, readCaseTrend, readRunsPage, readTrends } from '../index.ts';
import { temporaryHistories, writeResults } from '../testing/temporary-histories.ts';
import { readComparedSide } from './compared-side.ts';

const DAY_MS = 86_400_000;
const suiteKey = 'tests/suite.jsonl';
const series = { suiteKey, agentId: 'shop', connector: null, simulator: null };
const freshHistory = temporaryHistories();
let database: Database;
beforeEach(() => {
  database = freshHistory();
});

describe('trends', () => {
  it('are empty without runs', () => {
    expect(readShopTrends()).toMatchObject({ suites: [], suiteKey: '', runs: [], difference: null, renamed: [] });
  });

  it('have the finished runs of the suite that ran last, oldest first, with their counts', async () => {
    await record('other', 1, [passed('a')], { suiteKey: 'tests/other.jsonl' });
    await record('first', 2, [passed('a'), passed('b')]);
    await record('second', 3, [passed('a'), failed('b')]);
    const report = readShopTrends();
    expect(report.suites).toEqual([
      { key: suiteKey, runs: 2 },
      { key: 'tests/other.jsonl', runs: 1 },
    ]);
    expect(report.runs.map(({ runId, passRate }) => [runId, passRate])).toEqual([
      ['first', 1],
      ['second', 0.5],
    ]);
  });

  it('leave out runs that are deleted or go on, and runs of only some cases unless there are no others', async () => {
    await record('part', 1, [failed('a')], { options: { cases: ['a'] } });
    expect(readShopTrends().runs.map(({ runId, partial }) => [runId, partial])).toEqual([['part', true]]);
    await record('whole', 2, [passed('a'), passed('b')]);
    await record('later-part', 3, [failed('a')], { options: { lastFailed: true } });
    await record('gone', 4, [failed('a'), failed('b')]);
    deleteRuns(database, ['gone'], 5);
    await record('running', 6, [passed('a'), passed('b')], {}, 'goes on');
    expect(readShopTrends()).toMatchObject({ leftOut: 1 });
    expect(readShopTrends().runs.map(({ runId }) => runId)).toEqual(['whole']);
  });

  it('have the figures that the list of runs draws', async () => {
    await record('whole', 1, [passed('a'), failed('b')]);
    await record('part', 2, [failed('b')], { options: { lastFailed: true } });
    await record('later', 3, [passed('a'), passed('b')]);
    await record('only-part', 4, [failed('a')], { suiteKey: 'tests/other.jsonl', options: { tags: ['x'] } });
    const drawnTrends = readRunsPage(database, { text: '', limit: 9 }).trends;
    for (const key of [suiteKey, 'tests/other.jsonl']) {
      const points = readShopTrends({ suiteKey: key }).runs.map(({ runId, passRate }) => ({ runId, passRate }));
      expect(drawnTrends[toSeriesKey({ suiteKey: key, agentId: 'shop' })]).toEqual(points);
    }
    expect(drawnTrends[toSeriesKey(series)]).toEqual([
      { runId: 'whole', passRate: 0.5 },
      { runId: 'later', passRate: 1 },
    ]);
  });

  it('look at the last runs, or at those of the last days', async () => {
    for (let day = 1; day <= 21; day += 1) await record(`run-${day}`, day * DAY_MS, [passed('a')]);
    const now = 21 * DAY_MS + 1;
    expect(
      readShopTrends({ window: '20', now })
        .runs.map(({ runId }) => runId)
        .at(0),
    ).toBe('run-2');
    expect(readShopTrends({ window: '7d', now }).runs).toHaveLength(7);
    expect(readShopTrends({ window: 'all', now }).runs).toHaveLength(21);
  });

  it('have percentiles, means and classes of stability from the end of a run on', async () => {
    const attempts = [1, 2, 3, 4].map((attempt) =>
      caseResult({
        id: 'a',
        attempt,
        status: attempt === 1 ? 'failed' : 'passed',
        durationMs: attempt * 100,
        usage: { agent: { inputTokens: 60, outputTokens: 40, calls: 1, retries: 0, cost: attempt } },
      }),
    );
    const stable = [1, 2, 3, 4].map((attempt) => caseResult({ id: 'b', attempt, durationMs: 1_000 }));
    await record('run', 1, [...attempts, ...stable, caseResult({ id: 'c', status: 'skipped', durationMs: 9_999 })]);
    const [run] = readShopTrends().runs;
    expect(run?.figures).toMatchObject({ p50Ms: 400, p95Ms: 1_000, turns: 1, tokens: 100, cost: 2.5, score: null });
    expect(run?.figures.stability).toEqual({ stable: 1, mostly_stable: 0, unstable: 1, highly_unstable: 0 });
    expect(keptFigures()).toEqual(run?.figures);
  });

  it('show every case in every run, those that change their mind most first', async () => {
    await record('one', 1, [passed('steady'), passed('flaky'), failed('breaks')]);
    await record('two', 2, [passed('steady'), failed('flaky'), result('breaks', 'error')]);
    await record('three', 3, [
      passed('steady'),
      passed('flaky'),
      result('breaks', 'timeout'),
      result('new', 'skipped'),
    ]);
    expect(readShopTrends().cases.rows.map(({ caseId, cells, flips }) => [caseId, cells, flips])).toEqual([
      ['flaky', 'PFP', 2],
      ['breaks', 'FET', 0],
      ['new', '..S', 0],
      ['steady', 'PPP', 0],
    ]);
  });

  it('count flips from attempt to attempt, and show the tenths that passed', async () => {
    const attempts = (['passed', 'failed', 'passed', 'passed'] as const).map((status, index) =>
      result('a', status, { attempt: index + 1 }),
    );
    await record('run', 1, attempts);
    expect(readShopTrends().cases.rows).toMatchObject([{ cells: '8', flips: 2, passed: 3, judged: 4 }]);
  });

  it('name what changed with a run, but not what a cancelled one lacks', async () => {
    const before = [passed('a'), passed('b', { hash: 'old' }), passed('c')];
    await record('one', 1, before, { connector: 'small', gitCommit: 'abc' });
    await record('cut', 2, [passed('a')], { connector: 'small', gitCommit: 'abc', outcome: 'cancelled' });
    const after = [passed('a'), passed('b', { hash: 'new' }), passed('d'), passed('e')];
    await record('two', 3, after, { connector: 'large', gitCommit: 'abc' });
    expect(readShopTrends({ connector: '*' }).markers).toEqual([
      {
        index: 1,
        changes: [
          { type: 'connector', from: 'small', to: 'large' },
          { type: 'cases', edited: 1, added: 2, removed: 1 },
        ],
      },
    ]);
  });

  it('never mix connectors: they show the one of the newest complete run, another, or all without their cases', async () => {
    for (const time of [1, 2, 3]) await record(`own-${time}`, time, [passed('a'), passed('b')]);
    await record('large-1', 4, [failed('a'), failed('b')], { connector: 'large' });
    await record('large-2', 5, [failed('a'), passed('b')], { connector: 'large' });
    await record('own-4', 6, [passed('a'), passed('b')]);
    await record('once', 7, [failed('a')], { connector: 'other', options: { cases: ['a'] } });
    const runIds = (report: ReturnType<typeof readShopTrends>) => report.runs.map(({ runId }) => runId);
    expect(runIds(readShopTrends())).toEqual(['own-1', 'own-2', 'own-3', 'own-4']);
    expect(readShopTrends()).toMatchObject({
      connector: '-',
      connectors: [
        { key: '-', runs: 4 },
        { key: 'large', runs: 2 },
        { key: 'other', runs: 1 },
      ],
      leftOut: 0,
      cases: { rows: [{ flips: 0 }, { flips: 0 }] },
    });
    const large = readShopTrends({ connector: 'large' });
    expect(runIds(large)).toEqual(['large-1', 'large-2']);
    expect(large.cases.rows.map(({ caseId, standing }) => [caseId, standing?.state])).toEqual([
      ['b', 'back'],
      ['a', 'broken'],
    ]);
    const all = readShopTrends({ connector: '*' });
    expect(runIds(all)).toEqual(['own-1', 'own-2', 'own-3', 'large-1', 'large-2', 'own-4']);
    expect(all).toMatchObject({ leftOut: 1, cases: { total: 0, rows: [], slowest: [] } });
    expect(all.difference).toMatchObject({ base: { runId: 'own-1' }, head: { runId: 'own-4' } });
  });

  it('never mix simulators, and mark where another one plays', async () => {
    const byModel = (prompt: string) => ({
      options: { helpers: [{ role: 'simulator' as const, connector: 'm', prompt, why: '--simulator' }] },
    });
    await record('rules-1', 1, [passed('a')]);
    await record('model-1', 2, [failed('a')], byModel('simulator 1'));
    await record('model-2', 3, [failed('a')], byModel('simulator 2'));
    await record('rules-2', 4, [passed('a')]);
    const runIds = (report: ReturnType<typeof readShopTrends>) => report.runs.map(({ runId }) => runId);
    expect(runIds(readShopTrends())).toEqual(['rules-1', 'rules-2']);
    expect(readShopTrends()).toMatchObject({
      simulator: '-',
      simulators: [
        { key: '-', runs: 2 },
        { key: 'm, prompt 2', runs: 1 },
        { key: 'm, prompt 1', runs: 1 },
      ],
      cases: { rows: [{ flips: 0 }] },
    });
    expect(runIds(readShopTrends({ simulator: 'm, prompt 1' }))).toEqual(['model-1']);
    const all = readShopTrends({ simulator: '*' });
    expect(all).toMatchObject({
      cases: { rows: [] },
      markers: [
        { index: 1, changes: [{ type: 'simulator', from: null, to: 'm, prompt 1' }] },
        { index: 2, changes: [{ type: 'simulator', from: 'm, prompt 1', to: 'm, prompt 2' }] },
        { index: 3, changes: [{ type: 'simulator', from: 'm, prompt 2', to: null }] },
      ],
    });
    expect(all.difference).toMatchObject({ base: { runId: 'rules-1' }, head: { runId: 'rules-2' } });
  });

  it('name what changed of the agent, but not where it was not recorded', async () => {
    await record('old', 1, [passed('a')]);
    await record('one', 2, [passed('a')], { parts: { prompts: '1', scripts: '1' } });
    await record('two', 3, [failed('a')], { parts: { prompts: '2', scripts: '1', model: '1' } });
    await record('three', 4, [failed('a')], { parts: { prompts: '2', scripts: '1', model: '1' } });
    const { markers, difference } = readShopTrends();
    expect(markers).toEqual([{ index: 2, changes: [{ type: 'parts', parts: ['prompts'] }] }]);
    expect(difference?.change.agentChanged).toBeUndefined();
    pinBaseline(database, { series, runId: 'one', now: 5 });
    expect(readShopTrends().difference?.change.agentChanged).toEqual(['prompts']);
    expect(readCaseTrend(database, { suiteKey, caseId: 'a' }).turn).toMatchObject({
      runId: 'two',
      hasAgentParts: true,
      changes: [{ type: 'parts', parts: ['prompts'] }],
    });
  });

  it('keep to cases that had the same content in all runs', async () => {
    await record('one', 1, [passed('a'), passed('b', { hash: 'old' }), passed('c')]);
    await record('two', 2, [failed('a'), failed('b', { hash: 'new' }), passed('d')]);
    await record('three', 3, [passed('a'), passed('b', { hash: 'old' }), passed('c')]);
    const report = readShopTrends({ same: true });
    expect(report.same).toEqual({ kept: 1, total: 4 });
    expect(report.runs.map(({ counts }) => [counts.passed, counts.failed])).toEqual([
      [1, 0],
      [0, 1],
      [1, 0],
    ]);
    expect(report.cases.rows.map(({ caseId }) => caseId)).toEqual(['a']);
    expect(report.markers).toHaveLength(2);
    expect(report.difference?.change).toMatchObject({ cases: 1, edited: 0, evidence: { verdict: 'none' } });
  });

  it.each([
    ['few', ['d']],
    ['most', ['b', 'c', 'd']],
    ['all', ['a', 'b', 'c', 'd']],
  ])('have the figures of only the same cases when %s were edited', async (_, edited) => {
    const resultOfSize = (id: string, size: number, status: CaseStatus): CaseResult =>
      result(id, status, {
        durationMs: size * 100,
        score: size / 8,
        usage: { agent: { inputTokens: size * 10, outputTokens: size, calls: 1, retries: 0, cost: size / 4 } },
      });
    const unmeasured = result('c', 'failed', { durationMs: 50, attempt: 2 });
    const resultWithFact = (id: string, state: UserFact['state']): CaseResult =>
      result(id, 'failed', {
        kind: 'dynamic',
        attempt: 3,
        durationMs: 70,
        simulator: { by: 'rules', facts: [{ name: 'x', state }] },
      });
    const all = [
      ...[
        resultOfSize('a', 1, 'passed'),
        resultOfSize('b', 2, 'failed'),
        resultOfSize('c', 3, 'passed'),
        resultOfSize('d', 9, 'passed'),
      ],
      ...[resultWithFact('a', 'elicited'), resultWithFact('d', 'never_asked')],
      ...[unmeasured, result('a', 'skipped', { attempt: 2, durationMs: 9_999 })],
    ];
    const unchanged = all.filter(({ id }) => !edited.includes(id));
    await record('only', 1, unchanged, { suiteKey: 'tests/only.jsonl' });
    await record('before', 2, all);
    const [before] = readShopTrends({ same: true }).runs;
    expect(before?.figures.known).toEqual({ turns: 7, tokens: 4, cost: 4, score: 4, elicited: 2 });
    await record(
      'after',
      3,
      all.map((each) => (edited.includes(each.id) ? { ...each, hash: 'edited' } : each)),
    );
    const [onlyRun] = readShopTrends({ suiteKey: 'tests/only.jsonl' }).runs;
    for (const run of readShopTrends({ same: true }).runs) {
      expect(run).toMatchObject({ counts: onlyRun?.counts, passRate: onlyRun?.passRate });
      expect({ ...run.figures, cases: '' }).toEqual({ ...onlyRun?.figures, cases: '' });
    }
  });

  it('have the mean share of facts that agents asked for, of attempts that had such facts', async () => {
    const facts = (...states: UserFact['state'][]) => ({
      simulator: { by: 'rules' as const, facts: states.map((state, index) => ({ name: `fact ${index}`, state })) },
    });
    await record('asked', 1, [
      result('a', 'passed', facts('elicited', 'never_asked', 'opening')),
      result('b', 'failed', facts('elicited')),
      result('c', 'passed', facts('opening')),
      result('d', 'passed'),
    ]);
    await record('never', 2, [result('a', 'passed')]);
    const [runWithFact, runWithoutFact] = readShopTrends().runs;
    expect(runWithFact?.figures).toMatchObject({ elicited: 0.75, known: { elicited: 2 } });
    expect(runWithoutFact?.figures).toMatchObject({ elicited: null, known: { elicited: 0 } });
  });

  it('compare the newest run with the first of the window, or with the pinned one', async () => {
    const twelveResults = (status: CaseStatus) =>
      Array.from({ length: 12 }, (_, index) => result(`case-${index}`, status));
    await record('one', 1, twelveResults('passed'));
    await record('two', 2, twelveResults('failed'));
    await record('three', 3, twelveResults('failed'));
    expect(readShopTrends().difference).toMatchObject({
      base: { runId: 'one', pinned: false },
      head: { runId: 'three' },
      change: { cases: 12, evidence: { verdict: 'real' }, failedThisTimeCount: 12 },
      fixed: 0,
    });
    pinBaseline(database, { series, runId: 'two', now: 4 });
    expect(readShopTrends().difference).toMatchObject({
      base: { runId: 'two', pinned: true },
      change: { newlyFailing: [] },
    });
  });

  it('say of the newest run what the command line says, without cases that were edited in between', async () => {
    const before = [passed('steady'), passed('breaks'), failed('mended'), passed('edited', { hash: 'old' })];
    await record('one', 1, before);
    await record('two', 2, [passed('steady'), failed('breaks'), passed('mended'), failed('edited', { hash: 'new' })]);
    const { difference } = readShopTrends();
    const both = [readComparedSide(database, 'one'), readComparedSide(database, 'two')] as const;
    const [base, head] = both;
    if (base === undefined || head === undefined) throw new Error('a run is not there');
    expect(difference?.change).toEqual(computeRateChange(compareRuns(base, head)));
    expect(difference).toMatchObject({ change: { cases: 3, edited: 1, failedThisTime: [{ id: 'breaks' }] }, fixed: 1 });
  });

  it('have the band of each run, in which attempts of one case count as alike', async () => {
    const fiveResults = (id: string, status: CaseStatus) =>
      [1, 2, 3, 4, 5].map((attempt) => result(id, status, { attempt }));
    const halves = Array.from({ length: 10 }, (_, index) =>
      fiveResults(`c${index}`, index < 5 ? 'passed' : 'failed'),
    ).flat();
    await record('one', 1, halves);
    const firstBand = () => readShopTrends().runs.at(0)?.figures.band;
    const cases = Array.from({ length: 10 }, (_, index) => ({ passed: index < 5 ? 5 : 0, judged: 5 }));
    expect(firstBand()).toEqual(computePassRateInterval(cases));
    expect(firstBand()?.low).toBeLessThan(computeWilsonInterval(25, 50).low - 0.05);
  });

  it('guess that a suite was renamed when an earlier one had the same cases', async () => {
    await record('old', 1, [passed('a'), passed('b')], { suiteKey: 'tests/old.jsonl' });
    await record('different', 2, [passed('z')], { suiteKey: 'tests/different.jsonl' });
    await record('new', 3, [passed('b'), passed('a'), failed('b', { attempt: 2 }), passed('a', { attempt: 2 })]);
    expect(readShopTrends().renamed).toEqual(['tests/old.jsonl']);
    expect(readShopTrends({ suiteKey: 'tests/old.jsonl' }).renamed).toEqual([]);
  });

  it('can be those of an agent over every suite', async () => {
    await record('one', 1, [passed('a')], { suiteKey: 'tests/other.jsonl', agentId: 'shop' });
    await record('two', 2, [passed('a')], { agentId: 'shop' });
    await record('three', 3, [passed('a')], { agentId: 'bank' });
    const report = readShopTrends({ suiteKey: '*', agentId: 'shop' });
    expect(report.runs.map(({ runId }) => runId)).toEqual(['one', 'two']);
    expect(report.agents.map(({ key }) => key)).toEqual(['bank', 'shop']);
  });
});

describe('the trend of a case', () => {
  it('says since when it is bad, and what was new then', async () => {
    for (const time of [1, 2, 3]) await record(`good-${time}`, time, [passed('a')], { gitCommit: 'one' });
    await record('bad', 4, [failed('a', { hash: 'edited' })], { gitCommit: 'two' });
    await record('worse', 5, [failed('a', { hash: 'edited' })], { gitCommit: 'two' });
    const { runs, turn } = readCaseTrend(database, { suiteKey, caseId: 'a' });
    expect(runs.map(({ cell }) => cell).join('')).toBe('PPPFF');
    expect(turn).toMatchObject({
      to: 'bad',
      runId: 'bad',
      beforeRunId: 'good-3',
      before: 3,
      since: 2,
      changes: [
        { type: 'commit', from: 'one', to: 'two' },
        { type: 'cases', edited: 1 },
      ],
      evidence: { verdict: 'too_few' },
    });
  });

  it('is that of one connector, and says how sure it is that the case is flaky', async () => {
    for (const time of [1, 2, 3, 4]) {
      await record(`small-${time}`, time, [time % 2 === 0 ? passed('a') : failed('a')], { connector: 'small' });
    }
    await record('large', 5, [passed('a')], { connector: 'large' });
    await record('some', 6, [failed('a')], { connector: 'other', options: { cases: ['a'] } });
    const address = { suiteKey, caseId: 'a' };
    const joinCells = (trend: ReturnType<typeof readCaseTrend>) => trend.runs.map(({ cell }) => cell).join('');
    const newestTrend = readCaseTrend(database, address);
    expect([newestTrend.connector, joinCells(newestTrend), newestTrend.standing?.state]).toEqual([
      'large',
      'P',
      'fine',
    ]);
    const smallTrend = readCaseTrend(database, { ...address, connector: 'small' });
    expect([joinCells(smallTrend), smallTrend.standing]).toMatchObject([
      'FPFP',
      { state: 'flaky', passed: 2, judged: 4 },
    ]);
    const all = readCaseTrend(database, { ...address, connector: '*' });
    expect([joinCells(all), all.turn, all.standing]).toEqual(['FPFPPF', null, undefined]);
    expect(all.connectors).toEqual([
      { key: 'large', runs: 1 },
      { key: 'small', runs: 4 },
      { key: 'other', runs: 1 },
    ]);
  });

  it('has no turn while it always went the same way, and no runs for a case that nobody knows', async () => {
    for (const time of [1, 2]) await record(`run-${time}`, time, [failed('a'), result('s', 'skipped')]);
    expect(readCaseTrend(database, { suiteKey, caseId: 'a' })).toMatchObject({ turn: null, more: false });
    expect(readCaseTrend(database, { suiteKey, caseId: 's' })).toMatchObject({ turn: null });
    expect(readCaseTrend(database, { suiteKey, caseId: 'nobody' }).runs).toEqual([]);
  });
});

function keptFigures(): unknown {
  return JSON.parse(String(database.sqlite.prepare('SELECT figures FROM runs').pluck().get()));
}

type TrendsOptions = Partial<Parameters<typeof readTrends>[1]>;

function readShopTrends(options: TrendsOptions = {}) {
  return readTrends(database, { suiteKey: '', agentId: '', window: 'all', same: false, now: 100 * DAY_MS, ...options });
}

function result(id: string, status: CaseStatus, fields: Partial<CaseResult> = {}): CaseResult {
  return caseResult({ id, status, ...fields });
}

function passed(id: string, fields: Partial<CaseResult> = {}): CaseResult {
  return result(id, 'passed', fields);
}

function failed(id: string, fields: Partial<CaseResult> = {}): CaseResult {
  return result(id, 'failed', fields);
}

type Parts = Partial<Omit<RecordedResults, 'runId' | 'at' | 'results'>>;

function record(
  runId: string,
  time: number,
  results: readonly CaseResult[],
  runFields: Parts = {},
  state: 'goes on' | 'over' = 'over',
): Promise<void> {
  return writeResults(database, { runId, at: time, results, ...runFields }, state);
}
