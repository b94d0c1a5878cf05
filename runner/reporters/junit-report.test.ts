import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CaseResult } from '../contract/index.ts';
import { caseResult, finishedRun } from '../testing/finished-run.ts';
import { consistencyResult, experimentResult } from '../testing/measured-results.ts';
import { formatJunitReport } from './junit-report.ts';

type Element = { name: string; attributes: Record<string, string>; children: Element[]; text: string };

function report(results: readonly CaseResult[], parts: Parameters<typeof finishedRun>[1] = {}): Element {
  const { state, resultsOf } = finishedRun(results, parts);
  return parseXml([...formatJunitReport(state, resultsOf)].join(''));
}

function gated(minAccuracy: number): Parameters<typeof finishedRun>[1] {
  const { options } = finishedRun([caseResult()]).state;
  return options === undefined ? {} : { options: { ...options, gates: { minAccuracy } } };
}

describe('a JUnit report', () => {
  it('has one testcase per case, with a stable name, its suite and seconds', () => {
    const root = report([caseResult({ id: 'a' }), caseResult({ id: 'b', name: 'says hello' })]);
    const [suite] = root.children;
    expect(suite?.attributes).toMatchObject({ name: 'tests/suite.jsonl', tests: '2', failures: '0', time: '3.000' });
    expect(suite?.children.map(({ attributes }) => attributes)).toEqual([
      { name: 'a', classname: 'tests/suite.jsonl', time: '1.500' },
      { name: 'b — says hello', classname: 'tests/suite.jsonl', time: '1.500' },
    ]);
  });

  it('tells wrong answers, broken machinery, timeouts and skipped cases apart, with their reasons', () => {
    const root = report([
      caseResult({
        id: 'wrong',
        status: 'failed',
        assertions: [
          { type: 'contains', status: 'failed', message: 'lacks "bye"', expected: 'bye', actual: 'hello <you>' },
        ],
      }),
      caseResult({ id: 'broken', status: 'error', error: 'agent error: 500' }),
      caseResult({ id: 'slow', status: 'timeout', error: 'timeout after 30s' }),
      caseResult({ id: 'later', status: 'skipped', reason: 'not today' }),
    ]);
    const counts = { tests: '4', failures: '1', errors: '2' };
    expect(root.children[0]?.attributes).toMatchObject({ ...counts, skipped: '1' });
    // The common JUnit schema does not allow a `skipped` attribute on the root element, so strict programs would reject
    // a report that has one.
    expect(root.attributes).toEqual({ name: 'runner', ...counts, time: expect.any(String) });
    const verdicts = root.children[0]?.children.map(({ children: [verdict] }) => verdict) ?? [];
    expect(verdicts.map((verdict) => [verdict?.name, verdict?.attributes.message])).toEqual([
      ['failure', 'lacks "bye"'],
      ['error', 'agent error: 500'],
      ['error', 'timeout after 30s'],
      ['skipped', 'not today'],
    ]);
    expect(verdicts[0]?.text).toContain('expected: "bye"\n  actual:   "hello <you>"');
    expect(verdicts[2]?.attributes.type).toBe('timeout');
  });

  it('names checkpoints that a conversation missed', () => {
    const checkpoint = {
      id: 'refund',
      after: [],
      required: true,
      reached: false,
      outOfOrderAtTurns: [],
      passed: false,
    };
    const root = report([
      caseResult({ kind: 'dynamic', status: 'failed', error: 'max turns (3) exceeded', checkpoints: [checkpoint] }),
    ]);
    expect(root.children[0]?.children[0]?.children[0]?.text).toBe(
      '`refund` was never reached, and no turn shows why\nmax turns (3) exceeded\ncheckpoint refund: not reached',
    );
  });

  it('says which scores and verdicts did not pass, and why', () => {
    const root = report([experimentResult({ error: 'language is out of range' }), consistencyResult()], gated(0.8));
    const failures = root.children[0]?.children.map(({ children: [failure] }) => failure);
    expect(failures?.map((failure) => failure?.text)).toEqual([
      'language: 0.25, expected 0.8-1, 0.55 below: Answered in English.',
      'accuracy 0.5000 below 0.8000\nanswers 2 and 3: 0, B: Twelve is not thirteen.\nanswers 3 and 1: the judge did not answer',
    ]);
    expect(failures?.[0]?.attributes.message).toBe('language is out of range');
  });

  it('names no score that nobody could give, and takes the reason from one that is too low', () => {
    const range = { min: 0.8, max: 1 };
    const scores = [
      { metric: 'politeness', position: 0, score: null, passed: false, notScorable: true as const, range },
      { metric: 'length', position: 1, score: 0.9, passed: true, range },
      { metric: 'language', position: 2, score: 0.25, passed: false, range },
    ];
    const root = report([experimentResult({ scores })], gated(0.8));
    const language = 'language: 0.25, expected 0.8-1, 0.55 below';
    expect(root.children[0]?.children[0]?.children).toMatchObject([
      { name: 'failure', attributes: { message: language }, text: language },
    ]);
  });

  it('has no failure for an accuracy that no threshold asks more of', () => {
    const low = consistencyResult();
    const unchecked = consistencyResult({
      id: 'test-2',
      test: 2,
      status: 'failed',
      assertions: [{ type: 'tool_called', status: 'failed', message: 'no answer called sql' }],
    });
    const failures = (results: readonly CaseResult[], parts?: Parameters<typeof finishedRun>[1]) =>
      report(results, parts).attributes.failures;
    const failureText = (...parameters: Parameters<typeof failures>) => JSON.stringify(report(...parameters));
    expect(failures([low])).toBe('0');
    expect(failures([low], gated(0.5))).toBe('0');
    expect(failures([low], gated(0.6))).toBe('1');
    expect(failureText([low], gated(0.6))).toContain('accuracy 0.5000 below 0.6000');
    expect(failures([low, unchecked])).toBe('1');
    expect(failures([low, consistencyResult({ attempt: 2, status: 'error', error: 'no answer' })])).toBe('1');
    expect(report([consistencyResult({ status: 'error', error: 'no answer' })]).attributes.errors).toBe('1');
  });

  it('fails a case when any of its attempts did not pass, and says how many did', () => {
    const root = report([
      caseResult({ attempt: 1 }),
      caseResult({ attempt: 2, status: 'error', error: 'boom' }),
      caseResult({ attempt: 3 }),
    ]);
    expect(root.attributes).toMatchObject({ tests: '1', failures: '1', errors: '0' });
    const [failure] = root.children[0]?.children[0]?.children ?? [];
    expect(failure).toMatchObject({
      name: 'failure',
      attributes: { message: '2 of 3 passed: boom', type: 'error' },
      text: 'attempt 2: error\nboom',
    });
  });

  it('has an attempt that never ended as skipped, and is whole for a run of nothing', () => {
    const { state } = finishedRun([caseResult({ status: 'skipped', reason: 'interrupted' })]);
    const root = parseXml([...formatJunitReport(state, () => [])].join(''));
    expect(root.children[0]?.children[0]?.children[0]).toMatchObject({
      name: 'skipped',
      attributes: { message: 'interrupted' },
    });
    expect(report([]).attributes).toMatchObject({ tests: '0', failures: '0' });
  });

  it('is well-formed whatever the texts hold, and keeps what XML can hold', { tags: 'thorough' }, () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(']]>', '<!--', '&#0;', '\u0000\u0007\u001b[31m', '\ud800', '\ufffe', '"\'>\n\r\t', '</failure>'),
      fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
    );
    fc.assert(
      fc.property(text, text, text, (id, name, error) => {
        const root = report([caseResult({ id, name, status: 'error', error })]);
        expect(root.children[0]?.children).toHaveLength(1);
        expect(root.children[0]?.children[0]?.children[0]?.name).toBe('error');
      }),
    );
    const hostile = 'a & b < c > d "e" \'f\' ]]> <g/>\nh';
    const [testCase] = report([caseResult({ name: hostile })]).children[0]?.children ?? [];
    expect(testCase?.attributes.name).toBe(`T001 — ${hostile}`);
  });
});

/** A strict parser for the subset of XML that reports use; throws if the text is not well-formed. */
function parseXml(source: string): Element {
  expect(source).not.toMatch(/[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]|\p{Cs}/u);
  const body = source.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const token = /<\/([a-z]+)>|<([a-z]+)((?: [a-z]+="[^"<]*")*)(\/?)>|([^<]+)/y;
  while (token.lastIndex < body.length) {
    const at = token.lastIndex;
    const match = token.exec(body);
    const parent = open.at(-1);
    if (match === null || parent === undefined) throw new Error(`not well-formed: ${body.slice(at, at + 80)}`);
    const [, closed, name, attributes = '', empty, text] = match;
    if (closed !== undefined && open.pop()?.name !== closed) throw new Error(`</${closed}> closes nothing`);
    if (text !== undefined) parent.text += unescapeXml(text);
    if (name === undefined) continue;
    const pairs = [...attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)];
    const element: Element = {
      name,
      attributes: Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, unescapeXml(value)])),
      children: [],
      text: '',
    };
    parent.children.push(element);
    if (empty === '') open.push(element);
  }
  const [only] = root.children;
  if (open.length !== 1 || only === undefined || root.children.length !== 1) throw new Error('not one whole element');
  return only;
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#9': '\t',
  '#10': '\n',
  '#13': '\r',
};

function unescapeXml(text: string): string {
  if (text.includes(']]>')) throw new Error(`]]> in text: ${text}`);
  return text.replaceAll(/&([^;]*;?)/g, (all, name: string) => {
    const value = entities[name.replace(/;$/, '')];
    if (value === undefined || !name.endsWith(';')) throw new Error(`unknown entity ${all}`);
    return value;
  });
}
