import { describe, expect, it } from 'vitest';
import type { CaseResult } from '../contract/index.ts';
import { caseResult, finishedRun } from '../testing/finished-run.ts';
import { compareRuns, concludeRunVerdict } from '../verdict/index.ts';
import { formatComparisonJson } from './comparison/comparison-json.ts';
import { formatComparisonMarkdown } from './comparison/comparison-markdown.ts';
import { formatComparisonText } from './comparison/comparison-text.ts';
import { createStyleText } from './console/style-text.ts';
import { formatStabilityLine, formatSummaryLines } from './console/summary-lines.ts';
import { toPageRun } from './html/page-data.ts';
import { buildJsonReport } from './json/json-report.ts';
import { buildResultReport } from './json/report-result.ts';
import { formatMarkdownReport } from './markdown/markdown-report.ts';
import { mergeReports } from './read/merge-reports.ts';
import { parseReport } from './read/read-report.ts';

const certain = { severity: 'critical_hindered', rule: 'r', evidence: 'e', confidence: 'certain' } as const;

/** Returns three attempts: one passed, one gave a wrong answer, and one failed by the fault of `by`. */
function attempts(by: 'infra' | 'agent'): CaseResult[] {
  return [
    caseResult({ id: 'a' }),
    caseResult({ id: 'a', attempt: 2, status: 'failed', fault: { by: 'agent', kind: 'wrong_answer', ...certain } }),
    caseResult({ id: 'a', attempt: 3, status: 'error', fault: { by, kind: 'server', ...certain } }),
  ];
}

const paint = createStyleText(false);
const compareWithBase = (results: CaseResult[]) =>
  compareRuns(finishedRun([caseResult({ id: 'a' })]).state, finishedRun(results).state);

/** All outputs for people that contain a rate, each with a function that returns the output as text. */
const outputs: [name: string, (results: CaseResult[]) => string][] = [
  [
    'the summary in the terminal',
    (results) => formatSummaryLines(finishedRun(results).state, { outputs: [], paint }).join('\n'),
  ],
  ['the line of a repeated case in the terminal', (results) => formatStabilityLine('a', results)],
  [
    'the head of Markdown',
    (results) => {
      const { state, resultsOf } = finishedRun(results);
      return [...formatMarkdownReport(state, resultsOf)].join('').split('## Stability')[0] ?? '';
    },
  ],
  [
    'the stability table of Markdown',
    (results) => {
      const { state, resultsOf } = finishedRun(results);
      return [...formatMarkdownReport(state, resultsOf)].join('').split('## Stability')[1] ?? '';
    },
  ],
  ['the HTML report', (results) => JSON.stringify(toPageRun(finishedRun(results).state))],
  ['the comparison in the terminal', (results) => formatComparisonText(compareWithBase(results))],
  ['the comparison as Markdown', (results) => formatComparisonMarkdown(compareWithBase(results))],
  [
    'the reason of a gate',
    (results) => concludeRunVerdict({ ...finishedRun(results).state, gates: { minPassRate: 0.9 } }).reason,
  ],
];

describe.each(outputs)('%s', (_name, output) => {
  it('shows both pass rates where they differ', () => {
    expect(output(attempts('infra'))).toContain('50.0% agent only (1 of 2');
    expect(output(attempts('infra'))).toMatch(/33(\.3)?%/);
  });

  it('shows one where they do not', () => {
    expect(output(attempts('agent'))).not.toContain('agent only');
  });
});

/** Returns every machine-readable output, as the object that contains the rate. */
const documents: [name: string, (results: CaseResult[]) => object][] = [
  [
    'the summary of JSON',
    (results) => {
      const { state, resultsOf } = finishedRun(results);
      return JSON.parse([...buildJsonReport(state, resultsOf)].join('')).summary;
    },
  ],
  ['a repeated case in JSON and JSON lines', (results) => buildResultReport(results)],
  ['a side of a comparison', (results) => JSON.parse(formatComparisonJson(compareWithBase(results))).after],
  [
    'a report that was read and merged',
    (results) => {
      const { state, resultsOf } = finishedRun(results);
      const report = parseReport([...buildJsonReport(state, resultsOf)].join(''));
      const merged = mergeReports([{ name: 'one.json', report }]);
      return JSON.parse([...buildJsonReport(merged.state, merged.resultsOf)].join('')).summary;
    },
  ],
];

describe.each(documents)('%s', (_name, document) => {
  it('has both pass rates where they differ, and one where they do not', () => {
    expect(document(attempts('infra'))).toMatchObject({
      pass_rate: (1 / 3) * 100,
      pass_rate_agent: 50,
      left_out: { infra: 1 },
    });
    expect(document(attempts('agent'))).toMatchObject({ pass_rate: (1 / 3) * 100 });
    expect(document(attempts('agent'))).not.toHaveProperty('pass_rate_agent');
  });
});
