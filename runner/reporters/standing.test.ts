import { expect, it } from 'vitest';
import type { CaseHealth } from '../fold/index.ts';
import { caseResult, finishedRun } from '../testing/finished-run.ts';
import { toPageRow } from './html/page-data.ts';
import { buildJsonReport } from './json/json-report.ts';
import { parseReport } from './read/read-report.ts';

const { state, resultsOf } = finishedRun([
  caseResult({ id: 'a', status: 'failed' }),
  caseResult({ id: 'a', attempt: 2, status: 'failed' }),
  caseResult({ id: 'b' }),
  caseResult({ id: 'b', attempt: 2 }),
]);
const outage = { runId: 'run-8', startedAt: Date.UTC(2026, 10, 18) };
const standing: CaseHealth = {
  state: 'broken',
  passed: 0,
  judged: 2,
  bounds: { low: 0, high: 0.78 },
  since: outage,
  event: { reason: 'infra', from: outage, to: outage, cases: 9 },
};
const withStanding = { ...state, rows: state.rows.map((row) => (row.id === 'a' ? { ...row, standing } : row)) };

it('stands in reports where the history knows it, beside the class that the contract asks for', () => {
  const report = [...buildJsonReport(withStanding, resultsOf)].join('');
  const { results } = JSON.parse(report);
  const from = '2026-11-18T00:00:00.000Z';
  expect(results[0]).toMatchObject({
    stability_class: 'highly_unstable',
    standing: {
      state: 'broken',
      since: from,
      since_run: 'run-8',
      event: { kind: 'outage', reason: 'infra', cases: 9, from, to: from },
    },
    steadiness: { class: 'unknown', words: '0 of 2: could be anything below 78%' },
  });
  expect(results[1]).not.toHaveProperty('standing');
  expect(parseReport(report).state.counts.passed).toBe(2);
  expect(withStanding.rows.map(toPageRow)[0]).toMatchObject({ standing: { state: 'broken' } });
});
