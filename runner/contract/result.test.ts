import { describe, expect, it } from 'vitest';
import { caseResultSchema } from './index.ts';

const stored = { id: 'a', attempt: 1, status: 'passed', startedAt: 1, durationMs: 2, assertions: [], toolCalls: [] };

describe('a stored result', () => {
  it('has the fields of its kind', () => {
    const turns = [{ turn: 1, origin: 'case', input: 'Hi', checkpointsReached: [], startedAt: 1, durationMs: 2 }];
    const conversation = { ...stored, kind: 'dynamic', turns, checkpoints: [], endReason: 'checkpoints_reached' };
    expect(caseResultSchema.parse(conversation)).toEqual(conversation);
    const scored = { ...stored, kind: 'experiment', groundTruth: 'Hola', scores: [], score: null };
    expect(caseResultSchema.parse(scored)).toEqual(scored);
  });

  it('is read without the fields of other kinds and of other versions', () => {
    const stray = { ...stored, kind: 'standard', samples: [], logs: ['x'], checkpoints: [], madeUp: true };
    expect(caseResultSchema.parse(stray)).toEqual({ ...stored, kind: 'standard' });
  });

  it('is refused without a known kind', () => {
    expect(caseResultSchema.safeParse(stored).success).toBe(false);
    expect(caseResultSchema.safeParse({ ...stored, kind: 'manual' }).success).toBe(false);
  });
});
