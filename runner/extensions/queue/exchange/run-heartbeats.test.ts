import { expect, it } from 'vitest';
import { createRunHeartbeats } from './run-heartbeats.ts';

const record = (beat: number, ended = false) => ({
  runId: 'R',
  version: '1',
  host: 'here',
  workspace: '',
  agents: [],
  scorers: [],
  timeoutMs: 1,
  allowPartial: false,
  beat,
  cancelled: false,
  ended,
  sharing: { workers: [], round: 0, isAgreed: true },
  orders: { last: 0, ranges: [] },
});

function createTestHeartbeats() {
  let now = 0;
  const heartbeats = createRunHeartbeats(() => now);
  return {
    heartbeats,
    /** Simulates a worker's check of the run every second. */
    look(seconds: number, data: unknown): boolean {
      let isAlive = true;
      for (let second = 0; second < seconds; second += 1) {
        now += 1_000;
        isAlive = heartbeats.isRunAlive('R', data);
      }
      return isAlive;
    },
    pass: (ms: number) => {
      now += ms;
    },
  };
}

it('does not take a run for ended whose record is missing, until nothing is heard of it for half a minute', () => {
  const { look } = createTestHeartbeats();
  look(1, record(1));
  expect([look(29, undefined), look(1, undefined), look(1, record(2))]).toEqual([true, false, true]);
});

it('does not count the time in which the queue or the worker was away', () => {
  const { look, pass } = createTestHeartbeats();
  look(1, record(1));
  pass(3_600_000);
  expect(look(1, undefined)).toBe(true);
});

it('takes an older record for no sign of life', () => {
  const { look } = createTestHeartbeats();
  look(1, record(5));
  expect(look(30, record(4))).toBe(false);
});

it('knows a run that has ended, and says after a minute that its record can go', () => {
  const { heartbeats, look } = createTestHeartbeats();
  look(1, record(1));
  expect([look(1, record(2, true)), heartbeats.isRunGone('R')]).toEqual([false, false]);
  look(60, record(2, true));
  expect(heartbeats.isRunGone('R')).toBe(true);
});
