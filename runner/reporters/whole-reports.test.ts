import { describe, expect, it } from 'vitest';
import type { CaseResult, CheckpointResult, Fault, RunEvent, Turn } from '../contract/index.ts';
import { caseKey, type RunState } from '../fold/index.ts';
import { createConsoleCapture } from '../testing/console-text.ts';
import { caseResult, type FinishedRun, finishedRun } from '../testing/finished-run.ts';
import { consistencyResult, experimentResult } from '../testing/measured-results.ts';
import { createEventsOfResults } from '../testing/record-results.ts';
import { compareRuns, computeRateChange } from '../verdict/index.ts';
import { createCaseOutputForConsole } from './console/case-output.ts';
import { createConsoleReporter } from './console/console-reporter.ts';
import { extractResultFiles } from './extracted-files.ts';
import { createFailureAnnotations } from './github/failure-annotations.ts';
import { buildHtmlReport } from './html/html-report.ts';
import { buildJsonReport } from './json/json-report.ts';
import { createJsonlReporter, formatJsonlReport } from './jsonl-reporter.ts';
import { formatJunitReport } from './junit-report.ts';
import { formatMarkdownReport } from './markdown/markdown-report.ts';

const turn = (parts: Partial<Turn> = {}): Turn => ({
  turn: 1,
  origin: 'case',
  input: 'hi',
  startedAt: 1_700_000_000_000,
  durationMs: 250,
  checkpointsReached: [],
  ...parts,
});
const checkpoint = (parts: Partial<CheckpointResult>): CheckpointResult => ({
  id: 'c',
  after: [],
  required: true,
  reached: false,
  outOfOrderAtTurns: [],
  passed: false,
  ...parts,
});
const server: Fault = {
  by: 'infra',
  kind: 'server',
  turn: 1,
  severity: 'critical_hindered',
  rule: 'the server failed',
  evidence: '503',
  confidence: 'certain',
};
const hint: Fault = { ...server, by: 'judge', kind: 'undecided', confidence: 'likely', rule: 'the judge wavered' };
const usage = { inputTokens: 1_200, outputTokens: 34, calls: 2, retries: 1, cachedTokens: 100, cost: 0.0125 };

/** One case for each kind of information that a report can show about a case. */
const cases: CaseResult[] = [
  caseResult({ id: 'plain', name: 'says hello', input: 'Say hello', output: 'hello', usage: { agent: usage } }),
  caseResult({
    id: 'checks',
    name: 'checks',
    status: 'failed',
    input: 'Answer',
    output: { answer: 'no' },
    error: 'two failed',
    expected: { answer: 'yes' },
    assertions: [
      { type: 'contains', status: 'passed' },
      {
        type: 'json_path',
        status: 'failed',
        path: 'answer',
        place: 'the output',
        message: 'is "no"',
        expected: 'yes',
        actual: 'no',
      },
      { type: 'equals', status: 'failed', expected: 1, turn: 1 },
      {
        type: 'agent',
        status: 'failed',
        message: 'rejected',
        agentValidation: { passed: false, reason: 'too rude', use: 'judge', unreliable: 'it flips' },
      },
    ],
  }),
  caseResult({
    kind: 'standard',
    id: 'tools',
    status: 'failed',
    input: [
      { role: 'system', content: 'Be kind' },
      { role: 'user', content: 'Pay' },
    ],
    output: 'paid',
    reason: 'the state is wrong',
    toolCalls: [
      { tool: 'pay', arguments: { amount: 5 }, result: 'done', mocked: true },
      { tool: 'save', error: 'disk full' },
    ],
    interrupts: [{ message: 'Pay 5?', tool: 'pay', arguments: { amount: 5 }, answeredBy: 'approve' }],
    state: {
      final: { paid: true },
      changes: [
        { kind: 'added', path: 'paid', after: true },
        { kind: 'removed', path: 'open', before: [1] },
        { kind: 'changed', path: 'sum', before: 1, after: 2 },
      ],
    },
  }),
  caseResult({
    id: 'talk',
    name: 'asks for a refund',
    kind: 'dynamic',
    status: 'failed',
    endReason: 'max_turns',
    output: 'the last answer',
    error: 'max turns (3) exceeded',
    turns: [
      turn({
        response: { content: 'Which order?', toolCalls: [{ tool: 'find', mocked: true }, { tool: 'log' }] },
        checkpointsReached: ['ask'],
      }),
      turn({
        turn: 2,
        input: 'number 7',
        output: { found: 7 },
        response: { content: '', toolCalls: [] },
        interrupts: [{ message: 'Sure?' }],
        reasoning: 'be brief',
      }),
      turn({ turn: 3, input: 'and now?', error: 'agent error: 500' }),
    ],
    checkpoints: [
      checkpoint({ id: 'ask', reached: true, reachedAtTurn: 1, passed: true, tool: 'find' }),
      checkpoint({ id: 'pay', after: ['ask'], message: 'nothing was paid' }),
      checkpoint({ id: 'early', after: ['pay'], outOfOrderAtTurns: [1, 2] }),
      checkpoint({ id: 'maybe', required: false }),
      checkpoint({ id: 'polite', reached: true, passed: true, invariant: 'kept' }),
      checkpoint({ id: 'calm', invariant: 'broken', brokenAtTurn: 2, message: 'shouted' }),
      checkpoint({ id: 'later', invariant: 'not_judged' }),
    ],
  }),
  caseResult({
    id: 'chat',
    kind: 'dynamic',
    turns: [turn({ response: { content: 'hello', toolCalls: [] } })],
    checkpoints: [],
    faults: [hint],
  }),
  caseResult({
    id: 'broken',
    status: 'error',
    error: 'agent error: 503',
    fault: server,
    faults: [server],
    warnings: ['slow'],
  }),
  caseResult({ id: 'slow', status: 'timeout', error: 'timeout after 2s', durationMs: 2_000 }),
  caseResult({ id: 'left-out', status: 'skipped', reason: 'not today', durationMs: 0 }),
  caseResult({ id: 'shelved', status: 'failed', error: 'known', setAside: 'quarantine' }),
  caseResult({ id: 'expected', setAside: 'expect_fail' }),
  caseResult({ id: 'furnished', idle: ['mock search', '"when" 1 of mock refund'] }),
  caseResult({ id: 'unseen', unjudged: { calls: [{ name: 'save', turn: 1 }], endedBeforeDone: true } }),
  caseResult({
    id: 'scripted',
    kind: 'script',
    status: 'failed',
    assertions: [{ type: 'throw', status: 'error', message: 'x is not defined' }],
  }),
];

const many = <Item>(count: number, item: (place: number) => Item): Item[] =>
  Array.from({ length: count }, (_, place) => item(place));
const { scores: pairs = [], samples: answers = [] } = consistencyResult();
const { scores: scored = [] } = experimentResult();

/** Cases with more entries of every kind than the lists of a report show. */
const longCases: CaseResult[] = [
  ...many(14, (place) =>
    caseResult({ id: `same-${place}`, status: 'failed', error: `no answer ${'again '.repeat(90)}` }),
  ),
  ...many(10, (place) => caseResult({ id: `ten-${place}`, status: 'error', error: 'boom', fault: server })),
  consistencyResult({
    id: 'judged',
    samples: many(14, (place) => ({
      label: String(place + 1),
      startedAt: 0,
      durationMs: 1,
      ...(place < 12 ? { error: 'no answer' } : { output: 'twelve' }),
    })),
    scores: many(14, () => pairs[1] ?? []).flat(),
  }),
  consistencyResult({
    id: 'unasked',
    samples: [],
    scores: [],
    metrics: [],
    score: null,
    status: 'error',
    error: 'boom',
  }),
  experimentResult({ id: 'rated', scores: many(14, () => scored[1] ?? []).flat() }),
  experimentResult({ id: 'ten-scores', scores: many(10, () => scored[1] ?? []).flat() }),
  caseResult({
    id: 'state',
    status: 'failed',
    error: 'the state is wrong',
    state: { final: {}, changes: many(14, (place) => ({ kind: 'added', path: `p${place}`, after: place })) },
  }),
  ...many(12, (place) => caseResult({ id: `hoped-${place}`, setAside: 'expect_fail' })),
];

/** A run with two tests of one suite, the first with two cases, and one test of another suite. */
function measuredInTwo(): FinishedRun {
  const run = finishedRun([
    consistencyResult({ id: 'a-1' }),
    consistencyResult({ id: 'a-2', name: 'counts', score: 0.99999, metrics: [{ ...accuracy, score: 0.99999 }] }),
    consistencyResult({
      id: 'b-1',
      test: 2,
      name: 'alone',
      status: 'passed',
      metrics: [{ ...accuracy, score: null, records: 0 }],
    }),
    consistencyResult({ id: 'c-1', samples: answers.slice(0, 1), metrics: [{ ...accuracy, type: 'correctness' }] }),
    consistencyResult({ id: 'c-2', metrics: [{ type: 'correctness', kind: 'accuracy', score: 1, records: 1 }] }),
  ]);
  const rows = run.state.rows.map((row) => (row.id.startsWith('c') ? { ...row, suiteKey: 'tests/more.jsonl' } : row));
  return withSuites(run, { rows });
}
const accuracy = { type: 'similarity', kind: 'accuracy', score: 0.5, records: 2 } as const;

function withSuites({ state, resultsOf }: FinishedRun, parts: Partial<RunState> = {}): FinishedRun {
  const suites = [...state.suites, { key: 'tests/more.jsonl', agentId: 'clerk' }];
  return { state: { ...state, suites, ...parts }, resultsOf };
}

const mixedParts: Partial<RunState> = {
  label: 'before the release',
  gitCommit: '0123456789abcdef',
  reason: '4 failed',
  warnings: ['after all failed: no disk'],
  usage: { agent: usage, judge: { ...usage, calls: 1, retries: 0, cost: 0.5 } },
  environment: {
    userId: 'ann',
    teamId: '',
    locale: 'de',
    clientType: 'web',
    clientIp: '',
    referer: '',
    accept: '',
    metadata: { a: 1 },
  },
  reviews: [
    {
      suiteKey: 'tests/suite.jsonl',
      caseId: 'talk',
      attempt: 1,
      reviewer: 'ann',
      verdict: 'not_agent',
      note: 'the server',
      reviewedAt: 0,
    },
  ],
};
const three = (id: string, statuses: readonly CaseResult['status'][], parts: Partial<CaseResult> = {}) =>
  statuses.map((status, at) =>
    caseResult({
      id,
      status,
      attempt: at + 1,
      durationMs: 100 * (at + 1),
      ...(status === 'error' ? { error: 'boom', fault: server } : {}),
      ...parts,
    }),
  );
/**
 * The attempts of a case that was repeated until it was decided. Attempts after the first only help to decide it and
 * are left out of rates.
 */
const decided = (decision: 'good' | 'bad' | 'inconclusive', id: string, statuses: readonly CaseResult['status'][]) =>
  three(id, statuses).map((each, at) => ({
    ...each,
    ...(at === 0 ? {} : { setAside: 'repeat' as const }),
    ...(at === statuses.length - 1 ? { decision } : {}),
  }));
const repeatedCases = [
  ...three('steady', ['passed', 'passed', 'passed']),
  ...three('shaky', ['passed', 'error', 'passed']),
  ...three('bad', ['failed', 'timeout', 'skipped'], { name: 'never works' }),
  ...three('none', ['skipped', 'skipped', 'skipped'], { reason: 'later' }),
];
const decidedCases = [
  ...decided('good', 'good', ['passed', 'failed', 'passed']),
  ...decided('bad', 'worse', ['failed', 'failed']),
  ...decided('inconclusive', 'open', ['passed', 'skipped']),
];
const autoRuns = { good: 0.95, bad: 0.7, risk: 0.05, max: 3 };

function compared(): FinishedRun {
  const before = finishedRun(
    Array.from({ length: 8 }, (_, place) => caseResult({ id: `C${place}` })),
    { runId: 'before' },
  );
  const after = finishedRun(
    Array.from({ length: 8 }, (_, place) => caseResult({ id: `C${place}`, status: 'failed', error: 'no' })),
  );
  const { counts } = after.state;
  const older = new Map([[caseKey('tests/suite.jsonl', 'C1'), { passed: 3, judged: 4 }]]);
  const change = computeRateChange(compareRuns({ ...before.state, older }, after.state));
  const summary = { total: 8, attempts: 1, counts, passRate: 0, durationMs: 4_000, usage: {}, change };
  return { ...after, state: { ...after.state, summary, reason: '8 failed' } };
}

const runs: Record<string, FinishedRun> = {
  mixed: withSuites(finishedRun(cases, mixedParts)),
  repeated: finishedRun(repeatedCases),
  decided: withOptions(
    finishedRun([...decidedCases, caseResult({ id: 'left', status: 'skipped' })], { reason: '1 bad: worse' }),
    { autoRuns },
  ),
  measured: finishedRun([
    consistencyResult(),
    consistencyResult({
      id: 'test-2',
      test: 2,
      status: 'passed',
      metrics: [{ type: 'correctness', kind: 'accuracy', score: 1, records: 3 }],
    }),
  ]),
  scored: finishedRun([
    experimentResult(),
    experimentResult({ id: 'ok', status: 'passed', tags: ['spanish'] }),
    experimentResult({ id: 'asked', output: 'Hello', expected: 'Good day' }),
    caseResult({ id: 'equal', status: 'failed', error: 'too slow', output: 'yes', expected: 'yes' }),
    caseResult({ id: 'other', status: 'failed', error: 'too slow', output: 'no', expected: 'yes' }),
  ]),
  long: withOptions(finishedRun(longCases), { gates: { minAccuracy: 0.9 } }),
  measuredInTwo: withOptions(measuredInTwo(), { gates: { minAccuracy: 0.9 } }),
  narrowed: withOptions(
    finishedRun([caseResult({ status: 'skipped', reason: 'later', durationMs: 0 })], {
      environment: undefined,
      startedAt: undefined,
      finishedAt: undefined,
      gitCommit: undefined,
      suites: [{ key: 'tests/suite.jsonl', agentId: 'echo' }],
    }),
    {
      connector: 'claude',
      parallel: 4,
      pattern: 'A*',
      cases: ['A', 'B'],
      tags: ['slow'],
      lastFailed: true,
      shard: { index: 1, total: 2, plan: 'plan' },
      timeoutMs: 500,
      failFast: true,
    },
  ),
  compared: compared(),
  empty: finishedRun([]),
  cancelled: finishedRun([caseResult(), caseResult({ id: 'B', status: 'skipped', reason: 'cancelled' })], {
    status: 'cancelled',
    exitCode: 130,
    reason: 'cancelled',
  }),
};

function withOptions(
  { state, resultsOf }: FinishedRun,
  options: Partial<NonNullable<RunState['options']>>,
): FinishedRun {
  return {
    resultsOf,
    state: { ...state, ...(state.options === undefined ? {} : { options: { ...state.options, ...options } }) },
  };
}

/** Returns the events of a finished run in order. */
function makeEvents({ state, resultsOf }: FinishedRun): RunEvent[] {
  const results = state.rows.flatMap(resultsOf);
  const { runId, options } = state;
  return createEventsOfResults({
    runId,
    at: 1_700_000_000_000,
    results,
    agentId: 'echo',
    ...(options === undefined ? {} : { options }),
  }).map((body, place) => ({ v: 1, runId, seq: place + 1, at: 1_700_000_000_000 + 500 * place, ...body }));
}

function onConsole(run: FinishedRun, verbose: boolean, quiet = false): string {
  const output = createConsoleCapture();
  const reporter = createConsoleReporter({ ...output.options, verbose, quiet }, createCaseOutputForConsole);
  const events = makeEvents(run).filter(({ type }) => type !== 'run.finished');
  for (const event of events) reporter.onEvent(event);
  reporter.finish(run.state, ['out.json']);
  return output.text();
}

function liveLines(run: FinishedRun): string {
  const lines: string[] = [];
  const reporter = createJsonlReporter((line) => lines.push(line));
  for (const event of makeEvents(run)) reporter.onEvent(event);
  reporter.finish(run.state);
  return lines.join('');
}

const formats: Record<string, (run: FinishedRun) => string> = {
  'report.md': ({ state, resultsOf }) => [...formatMarkdownReport(state, resultsOf)].join(''),
  'report.json': ({ state, resultsOf }) => [...buildJsonReport(state, resultsOf)].join(''),
  'report.jsonl': ({ state, resultsOf }) => [...formatJsonlReport(state, resultsOf)].join(''),
  'live.jsonl': liveLines,
  'junit.xml': ({ state, resultsOf }) => [...formatJunitReport(state, resultsOf)].join(''),
  'page.html': ({ state, resultsOf }) =>
    [
      ...buildHtmlReport(state, resultsOf, {
        open: { case: 'talk', turn: 2 },
        links: { script: 'page.js', style: 'page.css', home: 'index.html' },
      }),
    ].join(''),
  'annotations.txt': ({ state, resultsOf }) =>
    createFailureAnnotations({ state, resultsOf, fileOf: (key) => key }).join('\n'),
  'console.txt': (run) => onConsole(run, false),
  'verbose.txt': (run) => onConsole(run, true),
  'quiet.txt': (run) => onConsole(run, false, true),
  'documents.md': (run) =>
    [...extractResultFiles(run, 'md')].map(({ path, text }) => `<!-- ${path} -->\n${text}`).join('\n'),
  'documents.json': (run) =>
    [...extractResultFiles(run, 'json')].map(({ path, text }) => `${path}\n${text}`).join('\n'),
};

/** The output files that are compared for most runs: they show everything that distinguishes these runs. */
const usual = ['report.md', 'report.json', 'live.jsonl', 'junit.xml', 'console.txt'];

const inFull = ['mixed', 'repeated', 'decided', 'narrowed'];

describe.each(Object.entries(runs))('a run that is %s', (name, run) => {
  it.each(inFull.includes(name) ? Object.keys(formats) : usual)('as %s', async (format) => {
    await expect(formats[format]?.(run)).toMatchFileSnapshot(`vectors/${name}.${format}`);
  });
});
