import { expect, it } from 'vitest';
import type { DuplicateRunStart } from '../fold/index.ts';
import { caseResult, finishedRun } from '../testing/finished-run.ts';
import { formatSummaryLines } from './console/summary-lines.ts';
import { buildJsonReport } from './json/json-report.ts';
import { formatMarkdownReport } from './markdown/markdown-report.ts';

const plain = (_style: unknown, text: string): string => text;
const usage = (calls: number, cost?: number): DuplicateRunStart['usage'] => ({
  agent: { inputTokens: 1, outputTokens: 1, calls, retries: 0, ...(cost === undefined ? {} : { cost }) },
});

it.each<[string, DuplicateRunStart]>([
  ['2 attempts were started twice: 0.25', { attempts: 2, usage: usage(2, 0.25) }],
  ['1 attempt was started twice', { attempts: 1, usage: usage(1) }],
])('every summary says that %s', (words, begunTwice) => {
  const { state, resultsOf } = finishedRun([caseResult()], { begunTwice });
  expect(formatSummaryLines(state, { outputs: [], paint: plain })).toContain(`  Queue:     ${words}`);
  expect([...formatMarkdownReport(state, resultsOf)].join('')).toContain(words);
  const { summary } = JSON.parse([...buildJsonReport(state, resultsOf)].join(''));
  const { attempts } = begunTwice;
  expect(summary.begun_twice).toMatchObject({ attempts, usage: { agent: { calls: attempts } } });
  expect(summary.begun_twice.cost).toBe(begunTwice.usage.agent?.cost);
});

it('no summary says anything where nothing was', () => {
  const { state, resultsOf } = finishedRun([caseResult()]);
  expect(formatSummaryLines(state, { outputs: [], paint: plain }).join('\n')).not.toContain('twice');
  expect([...formatMarkdownReport(state, resultsOf)].join('')).not.toContain('twice');
  expect([...buildJsonReport(state, resultsOf)].join('')).not.toContain('begun_twice');
});
