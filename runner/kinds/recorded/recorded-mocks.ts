import type { WrittenCase } from '../../contract/index.ts';
import type { AttemptMocks } from '../../mocks/create-tool-mocks.ts';
import { findMock } from '../../mocks/mock-entries.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

/** A desk for judging an attempt again: calls nothing, and repeats a recorded refusal. */
export function recordedMocks({ mocks = {} }: WrittenCase, answer: RecordedAnswer): AttemptMocks | undefined {
  const { state, endReason, error, turns } = answer;
  const isRefused = endReason === 'unmocked_call';
  if (state === undefined && !isRefused) return undefined;
  let turn = 0;
  return {
    tools: Object.keys(mocks),
    isMocked: ({ name, server }) => findMock(mocks, { tool: name, server }) !== undefined,
    answer: () => Promise.reject(new Error('nothing is called again')),
    takeCalls() {
      turn += 1;
      return [];
    },
    refusal: () => (isRefused && turn === turns.length ? error?.replace(/^turn \d+: /, '') : undefined),
    refusalOf: () => undefined,
    adopt: () => undefined,
    idle: () => [],
    couldChangeState: () => true,
    endState: () => state ?? { final: {}, changes: [] },
  };
}
