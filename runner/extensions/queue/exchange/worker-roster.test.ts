import { expect, it } from 'vitest';
import { createWorkerRoster, type WorkerState } from './worker-roster.ts';

let beat = 0;
/** Returns a heartbeat message with a higher beat number than all earlier messages. */
const seenWorker = (id: string, more: Partial<WorkerState> = {}): WorkerState => ({
  id,
  worker: `name of ${id}`,
  parallel: 1,
  beat: ++beat,
  busy: 0,
  done: 0,
  longestMs: 0,
  kept: 0,
  ...more,
});

it('knows workers by their ids, in the order in which they came', () => {
  const roster = createWorkerRoster();
  expect([
    roster.updateWorker(seenWorker('a')),
    roster.updateWorker(seenWorker('b')),
    roster.updateWorker(seenWorker('a', { done: 2 })),
  ]).toEqual(['new', 'new', 'known']);
  expect(roster.workersInOrder().map(({ id, done }) => [id, done])).toEqual([
    ['a', 2],
    ['b', 0],
  ]);
});

it('is told once that a worker keeps to a round, whatever comes late', () => {
  const roster = createWorkerRoster();
  const news = [0, 2, 1, 2].map((keptRound) => roster.updateWorker(seenWorker('a', { kept: keptRound })));
  expect(news).toEqual(['new', 'kept', 'known', 'known']);
  expect(roster.workersInOrder()).toMatchObject([{ kept: 2 }]);
});

it('forgets those that are silent, who may come back', () => {
  let now = 0;
  const roster = createWorkerRoster(() => now, 10);
  roster.updateWorker(seenWorker('a'));
  now = 8;
  roster.updateWorker(seenWorker('b'));
  now = 11;
  expect(roster.dropSilentWorkers()).toEqual(['name of a']);
  expect(roster.workersInOrder().map(({ id }) => id)).toEqual(['b']);
  expect(roster.updateWorker(seenWorker('a'))).toBe('new');
});

it('forgets those that have left for good, whatever they said before and comes late', () => {
  const roster = createWorkerRoster();
  roster.updateWorker(seenWorker('a'));
  expect([roster.removeWorker('a'), roster.removeWorker('a')]).toEqual(['name of a', undefined]);
  expect(roster.updateWorker(seenWorker('a'))).toBe('known');
  expect(roster.workersInOrder()).toEqual([]);
});

it('takes no sign of life twice, also of those that it has forgotten', () => {
  let now = 0;
  const roster = createWorkerRoster(() => now, 10);
  const [first, second] = [seenWorker('a'), seenWorker('a', { done: 1 })];
  expect([roster.updateWorker(second), roster.updateWorker(first), roster.updateWorker(second)]).toEqual([
    'new',
    'known',
    'known',
  ]);
  expect(roster.workersInOrder()).toMatchObject([{ done: 1 }]);
  now = 11;
  roster.dropSilentWorkers();
  expect(roster.updateWorker(second)).toBe('known');
  expect(roster.workersInOrder()).toEqual([]);
});
