import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Phase, phases, type RunEvent } from '../contract/event.ts';
import { computeWaitsAfterEvent, type WaitPeriod } from './waits.ts';

const eventFields = { v: 1, runId: 'run', suiteKey: 'suite', caseId: 'case', attempt: 1 } as const;

describe('the waits of an attempt', () => {
  it('end with an answer, and when somebody else is waited for', () => {
    const events = [started(10, 1, 'agent'), started(20, 1, 'tool'), reached(50), started(60, 2, 'simulator')];
    expect(fold(events)).toEqual([
      { turn: 1, phase: 'agent', startedAt: 10, endedAt: 20 },
      { turn: 1, phase: 'tool', startedAt: 20, endedAt: 50 },
      { turn: 2, phase: 'simulator', startedAt: 60 },
    ]);
  });

  it('follow one another, and only the last may still last', () => {
    const steps = fc.array(
      fc.record({ wait: fc.nat(1_000), phase: fc.option(fc.constantFrom(...phases), { nil: undefined }) }),
    );
    fc.assert(
      fc.property(steps, (list) => {
        let time = 0;
        const events = list.map(({ wait, phase }) => {
          time += wait;
          return phase === undefined ? reached(time) : started(time, 1, phase);
        });
        const waits = fold(events);
        expect(waits).toHaveLength(list.filter(({ phase }) => phase !== undefined).length);
        for (const [position, { endedAt }] of waits.entries()) {
          const next = waits[position + 1];
          if (next === undefined) continue;
          expect(endedAt).toBeDefined();
          expect(endedAt).toBeLessThanOrEqual(next.startedAt);
        }
      }),
    );
  });
});

function fold(events: readonly RunEvent[]): WaitPeriod[] {
  return events.reduce<WaitPeriod[]>(computeWaitsAfterEvent, []);
}

function started(time: number, turn: number, phase: Phase): RunEvent {
  return { ...eventFields, seq: 1, at: time, type: 'phase.started', turn, phase };
}

function reached(time: number): RunEvent {
  return { ...eventFields, seq: 1, at: time, type: 'checkpoint.updated', checkpoint: 'a', turn: 1, state: 'reached' };
}
