import { expect, it } from 'vitest';
import { listRunWarnings, type RunState } from '../fold/index.ts';
import { caseResult, finishedRun } from '../testing/finished-run.ts';
import { createFailureAnnotations } from './github/failure-annotations.ts';
import { toPageRun } from './html/page-data.ts';
import { formatJunitReport } from './junit-report.ts';
import { formatMarkdownReport } from './markdown/markdown-report.ts';

const warnings = ['facts.city was never asked'];
const weak = 'every answer of cases.jsonl satisfies the checks of A';

it('every report has the warnings of a run and of its passed cases', () => {
  const { state, resultsOf } = runWithWarnings(['A', 'B'].map((id) => caseResult({ id, warnings })));
  const cases = `A, B: ${warnings[0]}`;
  const texts = ['the hook took long (2 times)', `Weak: ${weak}`, cases];
  expect(listRunWarnings(state)).toEqual(texts);
  expect(toPageRun(state).warnings).toEqual(texts);
  const markdown = [...formatMarkdownReport(state, resultsOf)].join('');
  expect(markdown).toContain('\n## Warnings\n\n- the hook took long (2 times)\n');
  expect(markdown).toContain(`- ${cases}\n`);
  const junit = [...formatJunitReport(state, resultsOf)].join('');
  expect(junit).toContain(`<property name="warning" value="Weak: ${weak}"/>`);
  expect(junit).toContain(`<system-out>warning: ${warnings[0]}</system-out>`);
  const [notice] = createFailureAnnotations({ state, resultsOf, fileOf: () => undefined });
  expect(notice).toBe(`::notice title=3 warnings::${texts.join('%0A')}`);
});

it('a failed case keeps its warnings in a JUnit report', () => {
  const { state, resultsOf } = finishedRun([caseResult({ status: 'failed', error: 'no', warnings })]);
  expect([...formatJunitReport(state, resultsOf)].join('')).toContain(
    `<system-out>warning: ${warnings[0]}</system-out>`,
  );
});

it('a warning of many cases is one line', () => {
  const { state } = finishedRun(
    Array.from({ length: 300 }, (_, index) => caseResult({ id: `case-${index}`, warnings })),
  );
  const [text, ...others] = listRunWarnings(state);
  expect(others).toEqual([]);
  expect(text).toMatch(/^case-0, .* and \d+ more: facts\.city was never asked$/);
});

function runWithWarnings(results: Parameters<typeof finishedRun>[0]) {
  const { state, resultsOf } = finishedRun(results);
  const hook = 'the hook took long';
  const summary = { ...state.summary, indistinct: weak } as RunState['summary'];
  return { state: { ...state, warnings: [hook, hook], summary }, resultsOf };
}
