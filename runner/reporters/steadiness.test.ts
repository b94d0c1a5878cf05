import { expect, it } from 'vitest';
import { caseResult, finishedRun } from '../testing/finished-run.ts';
import { steadinessOf } from '../verdict/index.ts';
import { pageRowOf } from './html/page-data.ts';
import { jsonReport } from './json/json-report.ts';
import { markdownReport } from './markdown/markdown-report.ts';
import { readReport } from './read/read-report.ts';

const { state, resultsOf } = finishedRun([
  caseResult({ id: 'a' }),
  caseResult({ id: 'a', attempt: 2 }),
  caseResult({ id: 'b' }),
  caseResult({ id: 'b', attempt: 2 }),
]);
const steadiness = steadinessOf([1, 0, 1, 0].map((passed) => ({ passed, judged: 1 })));
const known = { ...state, rows: state.rows.map((row) => (row.id === 'a' ? { ...row, steadiness } : row)) };

it('stands beside the class of the run where the history knows it', () => {
  const { results } = JSON.parse([...jsonReport(known, resultsOf)].join(''));
  expect(results).toMatchObject([
    { stability_class: 'stable', steadiness: { class: 'flaky', words: 'passed 2 of 4: flaky' } },
    { stability_class: 'stable' },
  ]);
  expect(results[1]).not.toHaveProperty('steadiness');
  expect(readReport([...jsonReport(known, resultsOf)].join('')).state.counts.passed).toBe(4);
  const markdown = [...markdownReport(known, resultsOf)].join('');
  expect(markdown).toContain('| Over runs |');
  expect(markdown).toContain('| passed 2 of 4: flaky |');
  expect(known.rows.map(pageRowOf)[0]).toMatchObject({ steadiness: { words: 'passed 2 of 4: flaky' } });
});

it('takes no room where it is not known', () => {
  expect([...markdownReport(state, resultsOf)].join('')).not.toContain('Over runs');
});
