import { expect, it } from 'vitest';
import type { DuplicateStart } from '../fold/index.ts';
import { caseResult, finishedRun } from '../testing/finished-run.ts';
import { summaryLines } from './console/frame-lines.ts';
import { jsonReport } from './json/json-report.ts';
import { markdownReport } from './markdown/markdown-report.ts';

const plain = (_style: unknown, text: string): string => text;
const usage = (calls: number, cost?: number): DuplicateStart['usage'] => ({
  agent: { inputTokens: 1, outputTokens: 1, calls, retries: 0, ...(cost === undefined ? {} : { cost }) },
});

it.each<[string, DuplicateStart]>([
  ['2 attempts were started twice: 0.25', { attempts: 2, usage: usage(2, 0.25) }],
  ['1 attempt was started twice', { attempts: 1, usage: usage(1) }],
])('every summary says that %s', (words, begunTwice) => {
  const { state, resultsOf } = finishedRun([caseResult()], { begunTwice });
  expect(summaryLines(state, { outputs: [], paint: plain })).toContain(`  Queue:     ${words}`);
  expect([...markdownReport(state, resultsOf)].join('')).toContain(words);
  const { summary } = JSON.parse([...jsonReport(state, resultsOf)].join(''));
  const { attempts } = begunTwice;
  expect(summary.begun_twice).toMatchObject({ attempts, usage: { agent: { calls: attempts } } });
  expect(summary.begun_twice.cost).toBe(begunTwice.usage.agent?.cost);
});

it('no summary says anything where nothing was', () => {
  const { state, resultsOf } = finishedRun([caseResult()]);
  expect(summaryLines(state, { outputs: [], paint: plain }).join('\n')).not.toContain('twice');
  expect([...markdownReport(state, resultsOf)].join('')).not.toContain('twice');
  expect([...jsonReport(state, resultsOf)].join('')).not.toContain('begun_twice');
});
