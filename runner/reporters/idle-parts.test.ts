import { expect, it } from 'vitest';
import { caseResult, finishedRun } from '../testing/finished-run.ts';
import { formatSummaryLines } from './console/summary-lines.ts';
import { toPageRun } from './html/page-data.ts';
import { buildJsonReport } from './json/json-report.ts';
import { formatJunitReport } from './junit-report.ts';
import { formatMarkdownReport } from './markdown/markdown-report.ts';

const idle = ['mock search', 'optional checkpoint offers'];
const plain = (_style: unknown, text: string): string => text;

it('every report names the parts of cases that did nothing', () => {
  const { state, resultsOf } = finishedRun([caseResult({ id: 'A', idle }), caseResult({ id: 'B' })]);
  const words = idle.join(', ');
  expect(formatSummaryLines(state, { outputs: [], paint: plain })).toContain(`  Idle:      A (${words})`);
  expect([...formatMarkdownReport(state, resultsOf)].join('')).toContain(
    `\n## Parts without effect\n\n- A: ${words}\n`,
  );
  expect(toPageRun(state).idle).toEqual([{ id: 'A', parts: idle }]);
  expect([...formatJunitReport(state, resultsOf)].join('')).toContain(`<system-out>idle: ${words}</system-out>`);
  expect(JSON.parse([...buildJsonReport(state, resultsOf)].join('')).summary.idle).toMatchObject([
    { id: 'A', parts: idle },
  ]);
});

it('says with a case of several attempts what did nothing in any of them', () => {
  const results = [caseResult({ attempt: 1, idle }), caseResult({ attempt: 2, idle: idle.slice(1) })];
  const { state, resultsOf } = finishedRun(results);
  expect([...formatJunitReport(state, resultsOf)].join('')).toContain('<system-out>idle: optional checkpoint offers<');
});

it('no report says anything where every part did something', () => {
  const { state, resultsOf } = finishedRun([caseResult(), caseResult({ id: 'B', status: 'failed', error: 'no' })]);
  const reports = [formatMarkdownReport, formatJunitReport, buildJsonReport].map((report) =>
    [...report(state, resultsOf)].join(''),
  );
  for (const report of [...reports, formatSummaryLines(state, { outputs: [], paint: plain }).join('\n')]) {
    expect(report).not.toMatch(/idle/i);
  }
  expect(toPageRun(state).idle).toEqual([]);
});
