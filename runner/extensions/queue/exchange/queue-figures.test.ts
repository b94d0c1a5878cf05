import { expect, it } from 'vitest';
import { createQueueFigures } from './queue-figures.ts';
import type { WorkerState } from './worker-roster.ts';

const worker = (more: Partial<WorkerState>): WorkerState => ({
  id: 'a',
  worker: 'one',
  parallel: 4,
  beat: 1,
  busy: 0,
  done: 0,
  longestMs: 0,
  kept: 1,
  ...more,
});

it('counts what nobody has begun, however late a worker says what it has', () => {
  const figures = createQueueFigures(1_000);
  expect(figures([worker({ busy: 3 }), worker({ id: 'b', busy: 1 })], 10).waiting).toBe(6);
  expect(figures([worker({ busy: 3 })], 2).waiting).toBe(0);
});

it('tells the pace of the last minute, of each worker by itself', () => {
  let now = 0;
  const figures = createQueueFigures(1_000, () => now);
  const paces = (doneCount: number) =>
    figures([worker({ done: doneCount }), worker({ id: 'b' })], 0).workers.map(({ aMinute }) => aMinute);
  expect(paces(0)).toEqual([0, 0]);
  now = 30_000;
  expect(paces(10)).toEqual([20, 0]);
  now = 90_000;
  expect(paces(70)).toEqual([60, 0]);
});

it('says which worker is stuck', () => {
  const { workers } = createQueueFigures(1_000)(
    [worker({ longestMs: 1_000 }), worker({ id: 'b', longestMs: 1_001 })],
    0,
  );
  expect(workers.map(({ id, name, isStuck }) => [id, name, isStuck])).toEqual([
    ['a', 'one', false],
    ['b', 'one', true],
  ]);
});
