import { expect, it } from 'vitest';
import { describeEndReason } from './end-words.ts';

it('tells an end from a stop, in words and never in names of fields', () => {
  expect(describeEndReason('turns_played', 3)).toBe('Ended: all turns sent');
  expect(describeEndReason('max_turns', 8)).toBe('Stopped: max turns (8)');
});
