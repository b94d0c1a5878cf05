import { readFileSync } from 'node:fs';
import path from 'node:path';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exclusionReasons } from '../contract/closed-sets.ts';
import { type CaseResult, caseStatuses } from '../contract/index.ts';
import { caseResult, finishedRun } from '../testing/finished-run.ts';
import { consistencyResult, experimentResult } from '../testing/measured-results.ts';
import { formatJunitReport } from './junit-report.ts';

let schema: XmlDocument;
let validator: XsdValidator;

beforeAll(() => {
  schema = XmlDocument.fromString(
    readFileSync(path.join(import.meta.dirname, '../testing/fixtures/junit.xsd'), 'utf8'),
  );
  validator = XsdValidator.fromDoc(schema);
});
afterAll(() => {
  validator.dispose();
  schema.dispose();
});

function requireValid(xml: string): void {
  const document = XmlDocument.fromString(xml);
  try {
    validator.validate(document);
  } finally {
    document.dispose();
  }
}

function report(results: readonly CaseResult[], parts: Parameters<typeof finishedRun>[1] = {}): string {
  const { state, resultsOf } = finishedRun(results, parts);
  return [...formatJunitReport(state, resultsOf)].join('');
}

/** Cases that end in every possible way: after a single attempt, after another attempt, and excluded. */
const ends = caseStatuses.flatMap((status) => {
  const error = status === 'passed' ? {} : { error: `it was ${status} & <said> so`, reason: 'because' };
  const all = [
    caseResult({ id: `${status} once`, status, ...error }),
    caseResult({ id: `${status} again`, name: 'in two attempts' }),
    caseResult({ id: `${status} again`, attempt: 2, status, ...error }),
  ];
  const asides = exclusionReasons.map((setAside) =>
    caseResult({ id: `${status} ${setAside}`, status, ...error, setAside }),
  );
  return [...all, ...asides];
});

describe('a JUnit report', () => {
  it('is what the common schema wants, with every status', () => {
    const xml = report(ends);
    for (const element of ['<failure', '<error', '<skipped']) expect(xml).toContain(element);
    expect(() => requireValid(xml)).not.toThrow();
  });

  it.each([
    ['nothing ran', []],
    ['scores and verdicts', [experimentResult({ error: 'out of range' }), consistencyResult()]],
    [
      'texts that XML cannot hold',
      [caseResult({ status: 'error', error: 'a\u0000\u001b[31m]]>\ud800', name: '"<&>\n' })],
    ],
    [
      'what no rule looked at',
      [caseResult({ unjudged: { calls: [{ name: 'pay', turn: 1 }], endedBeforeDone: true } })],
    ],
  ])('is what the common schema wants: %s', (_what, results) => {
    expect(() => requireValid(report(results))).not.toThrow();
  });

  it.each([
    ['counts skipped cases of all suites', (xml: string) => xml.replace('<testsuites ', '<testsuites skipped="1" ')],
    ['has no name for a case', (xml: string) => xml.replace(/<testcase name="[^"]*"/, '<testcase')],
    ['puts a verdict outside of a case', (xml: string) => xml.replace('</testsuite>', '<skipped/></testsuite>')],
    ['has a time that is no number', (xml: string) => xml.replace(/time="[^"]*"/, 'time="1.5s"')],
  ])('would be refused if it %s', (_what, change) => {
    const xml = report(ends);
    expect(change(xml)).not.toBe(xml);
    expect(() => requireValid(change(xml))).toThrow();
  });
});
