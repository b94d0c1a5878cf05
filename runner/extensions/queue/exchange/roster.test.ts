import { expect, it } from 'vitest';
import { createRoster, type SeenWorker } from './roster.ts';

let beat = 0;
/** A heartbeat message, later than all earlier ones. */
const seenWorker = (id: string, more: Partial<SeenWorker> = {}): SeenWorker => ({
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
  const roster = createRoster();
  expect([
    roster.hear(seenWorker('a')),
    roster.hear(seenWorker('b')),
    roster.hear(seenWorker('a', { done: 2 })),
  ]).toEqual(['new', 'new', 'known']);
  expect(roster.seen().map(({ id, done }) => [id, done])).toEqual([
    ['a', 2],
    ['b', 0],
  ]);
});

it('is told once that a worker keeps to a round, whatever comes late', () => {
  const roster = createRoster();
  const news = [0, 2, 1, 2].map((keptRound) => roster.hear(seenWorker('a', { kept: keptRound })));
  expect(news).toEqual(['new', 'kept', 'known', 'known']);
  expect(roster.seen()).toMatchObject([{ kept: 2 }]);
});

it('forgets those that are silent, who may come back', () => {
  let now = 0;
  const roster = createRoster(() => now, 10);
  roster.hear(seenWorker('a'));
  now = 8;
  roster.hear(seenWorker('b'));
  now = 11;
  expect(roster.dropSilent()).toEqual(['name of a']);
  expect(roster.seen().map(({ id }) => id)).toEqual(['b']);
  expect(roster.hear(seenWorker('a'))).toBe('new');
});

it('forgets those that have left for good, whatever they said before and comes late', () => {
  const roster = createRoster();
  roster.hear(seenWorker('a'));
  expect([roster.leave('a'), roster.leave('a')]).toEqual(['name of a', undefined]);
  expect(roster.hear(seenWorker('a'))).toBe('known');
  expect(roster.seen()).toEqual([]);
});

it('takes no sign of life twice, also of those that it has forgotten', () => {
  let now = 0;
  const roster = createRoster(() => now, 10);
  const [first, second] = [seenWorker('a'), seenWorker('a', { done: 1 })];
  expect([roster.hear(second), roster.hear(first), roster.hear(second)]).toEqual(['new', 'known', 'known']);
  expect(roster.seen()).toMatchObject([{ done: 1 }]);
  now = 11;
  roster.dropSilent();
  expect(roster.hear(second)).toBe('known');
  expect(roster.seen()).toEqual([]);
});
