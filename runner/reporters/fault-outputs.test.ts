import { describe, expect, it } from 'vitest';
import { faultKinds } from '../contract/closed-sets.ts';
import type { CaseResult, Fault } from '../contract/index.ts';
import { caseResult, finishedRun } from '../testing/finished-run.ts';
import { concludeRunVerdict, createFailureLog, diagnose } from '../verdict/index.ts';
import { formatCaseLines } from './console/case-lines.ts';
import { formatFailureLines, listFailureDetails } from './console/failure-lines.ts';
import { createRepeatedMessageFilter } from './console/repeated-lines.ts';
import { formatSummaryLines } from './console/summary-lines.ts';
import { createFailureAnnotations } from './github/failure-annotations.ts';
import { toPageRun } from './html/page-data.ts';
import { buildJsonReport } from './json/json-report.ts';
import { formatJsonlReport } from './jsonl-reporter.ts';
import { formatJunitReport } from './junit-report.ts';
import { formatMarkdownReport } from './markdown/markdown-report.ts';
import { parseReport } from './read/read-report.ts';

const plain = (_style: unknown, text: string): string => text;

function fault(parts: Partial<Fault> = {}): Fault {
  return {
    by: 'simulator',
    kind: 'stop_token',
    turn: 2,
    severity: 'critical_hindered',
    rule: 'a rule',
    evidence: '###STOP###',
    confidence: 'certain',
    ...parts,
  };
}

function broken(parts: Partial<Fault>, more: Partial<CaseResult> = {}): CaseResult {
  const decisive = fault(parts);
  return caseResult({ status: 'error', error: 'it broke', fault: decisive, faults: [decisive], ...more });
}

type Output = (results: CaseResult[]) => string;

const outputs: [name: string, Output][] = [
  ['the lines of a case', ([result = caseResult()]) => formatCaseLines(result, looks).join('\n')],
  ['the failures', ([result = caseResult()]) => formatDetails(result).join('\n')],
  ['Markdown', (results) => whole(formatMarkdownReport, results)],
  ['JUnit', (results) => whole(formatJunitReport, results)],
  [
    'annotations',
    (results) => createFailureAnnotations({ ...finishedRun(results), fileOf: () => undefined }).join('\n'),
  ],
];
const looks = { paint: plain, verbose: false, attempts: 1 };

function formatDetails(result: CaseResult): string[] {
  const diagnosis = diagnose(result, { suiteKey: 'tests/suite.jsonl' });
  return diagnosis === undefined ? [] : listFailureDetails({ result, diagnosis });
}

function whole(report: typeof formatMarkdownReport, results: CaseResult[]): string {
  const { state, resultsOf } = finishedRun(results);
  return [...report(state, resultsOf)].join('');
}

describe.each(outputs)('in %s', (_name, output) => {
  it.each(faultKinds.map((kind) => [kind]))('a fault of somebody else is named: %s', (kind) => {
    expect(output([broken({ kind, by: 'judge' })])).toContain(
      `fault of the judge: ${kind.replaceAll('_', ' ')} in turn 2`,
    );
  });

  it('a hint is shown with its evidence, and as no more than that', () => {
    const hint = fault({ kind: 'repeat', confidence: 'likely', evidence: 'turn 2 repeats turn 1' });
    const report = output([
      caseResult({ status: 'failed', error: 'wrong', faults: [hint], fault: fault({ by: 'agent' }) }),
    ]);
    expect(report).toContain('hint: perhaps the simulator: repeat in turn 2 (turn 2 repeats turn 1)');
    expect(report).not.toContain('fault of');
  });
});

describe('a report as JSON lines', () => {
  it.each(faultKinds.map((kind) => [kind]))('has the fault, and is read again with it: %s', (kind) => {
    const { state, resultsOf } = finishedRun([broken({ kind, by: 'infra' })]);
    const text = [...formatJsonlReport(state, resultsOf)].join('');
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[1]).toMatchObject({ type: 'result', fault: { by: 'infra', kind, turn: 2 }, faults: [{ kind }] });
    expect(parseReport(text).state.rows[0]?.attempts[0]).toMatchObject({ fault: { by: 'infra', kind } });
  });
});

describe('a report as JSON', () => {
  it.each(faultKinds.map((kind) => [kind]))('has the fault, and is read again with it: %s', (kind) => {
    const { state, resultsOf } = finishedRun([broken({ kind, by: 'infra' })]);
    const text = [...buildJsonReport(state, resultsOf)].join('');
    expect(JSON.parse(text).results[0]).toMatchObject({ fault: { by: 'infra', kind, turn: 2 }, faults: [{ kind }] });
    const parsed = parseReport(text);
    expect(parsed.state.faults).toEqual({ infra: 1 });
    expect(parsed.state.rows[0]?.attempts[0]).toMatchObject({ fault: { by: 'infra', kind } });
  });
});

it.each(faultKinds.map((kind) => [kind]))('names the fault in the type of a failure in JUnit: %s', (kind) => {
  expect(whole(formatJunitReport, [broken({ by: 'infra', kind })])).toContain(`type="infra.${kind}"`);
});

it('names the fault in the type of a failure in JUnit, and that of the agent as before', () => {
  const report = whole(formatJunitReport, [
    broken({ by: 'infra', kind: 'rate_limit' }),
    broken({ by: 'agent' }, { id: 'own' }),
  ]);
  expect(report).toContain('type="infra.rate_limit"');
  expect(report).toContain('type="error"');
});

describe('both pass rates', () => {
  const results = [
    caseResult({ id: 'a' }),
    caseResult({ id: 'b', status: 'failed', fault: fault({ by: 'agent', kind: 'wrong_answer' }) }),
    broken({}, { id: 'c' }),
    broken({ by: 'infra', kind: 'server' }, { id: 'd' }),
  ];
  const words = '50.0% agent only (1 of 2; 2 left out: 1 simulator, 1 infrastructure) · 25.0% all';

  it('stand where they differ', () => {
    const { state, resultsOf } = finishedRun(results);
    expect(formatSummaryLines(state, { outputs: [], paint: plain }).join('\n')).toContain(`Pass Rate: ${words}`);
    expect([...formatMarkdownReport(state, resultsOf)].join('')).toContain(words);
    expect(toPageRun(state).bothRates).toBe(words);
    const { summary } = JSON.parse([...buildJsonReport(state, resultsOf)].join(''));
    expect(summary).toMatchObject({ pass_rate: 25, pass_rate_agent: 50, left_out: { simulator: 1, infra: 1 } });
  });

  it('are one where they do not', () => {
    const { state, resultsOf } = finishedRun(results.slice(0, 2));
    expect(formatSummaryLines(state, { outputs: [], paint: plain }).join('\n')).toMatch(/Pass Rate: +50\.0%\n/);
    expect([...formatMarkdownReport(state, resultsOf)].join('')).not.toContain('agent only');
    expect(toPageRun(state).bothRates).toBeUndefined();
    expect(JSON.parse([...buildJsonReport(state, resultsOf)].join('')).summary).not.toHaveProperty('pass_rate_agent');
  });

  it('move with a person’s word', () => {
    const { state } = finishedRun(results);
    const place = { suiteKey: 'tests/suite.jsonl', attempt: 1, reviewer: 'ann', note: '', reviewedAt: 0 };
    const reviews = [{ ...place, caseId: 'b', verdict: 'not_agent' as const }];
    expect(formatSummaryLines({ ...state, reviews }, { outputs: [], paint: plain }).join('\n')).toContain(
      '100.0% agent only (1 of 1; 3 left out: 1 simulator, 1 infrastructure, 1 not the agent) · 25.0% all',
    );
  });

  it('do not change the gates; --max-faulty fails a run that says too little of the agent', () => {
    const { counts, rows } = finishedRun(results).state;
    const ended = (maxFaulty: number) => concludeRunVerdict({ counts, rows, gates: { maxFaulty, minPassRate: 0.25 } });
    expect(ended(0.5)).toMatchObject({ exitCode: 0 });
    expect(ended(0.49)).toMatchObject({
      exitCode: 1,
      reason: 'faults outside the agent 50% (2 of 4: 1 simulator, 1 infrastructure) above 49%',
    });
    expect(concludeRunVerdict({ counts, rows, gates: { minPassRate: 0.3 } }).exitCode).toBe(1);
  });
});

describe('equal errors', () => {
  const away = 'model error: connector "gpt" at http://127.0.0.1:9 failed: connect ECONNREFUSED 127.0.0.1:9';
  const failures = ['a', 'b', 'c'].map((id) => caseResult({ id, status: 'error', error: away }));
  const looks = { total: 3, paint: plain, caseHistories: new Map(), severalSuites: false };

  function listed(results: CaseResult[]): string {
    const log = createFailureLog();
    for (const result of results) log.add('tests/suite.jsonl', result);
    return formatFailureLines(log.causes(), looks).join('\n');
  }

  it('are printed once in the terminal, with a count', () => {
    const lines = listed(failures);
    expect(lines.split(away)).toHaveLength(2);
    expect(lines).toContain('Failures (3, 1 cause)');
    expect(lines).toContain('ERROR [a] [b] [c] (3×)\n');
    const { withoutRepeatedWarnings: firstOf } = createRepeatedMessageFilter();
    expect(failures.map((result) => firstOf(result).error)).toEqual([
      away,
      'the same error as in a',
      'the same error as in a',
    ]);
  });

  it('are not those of other suites, where a check failed', () => {
    const log = createFailureLog();
    const wrong = caseResult({ status: 'failed', error: 'no' });
    for (const suite of ['a.jsonl', 'b.jsonl']) log.add(suite, wrong);
    expect(log.causes()).toHaveLength(2);
  });
});
