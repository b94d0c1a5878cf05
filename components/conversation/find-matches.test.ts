import { describe, expect, it } from 'vitest';
import { serializeLongText } from '../../runner/values';
import type { TurnView } from './conversation-model';
import { findMatches, hasLongTexts, type SearchItem } from './find-matches';

const turn: TurnView = {
  turn: 3,
  user: { text: 'Where is my parcel?', origin: 'case' },
  toolCalls: [{ tool: 'track', arguments: { parcel: 7 }, result: { place: 'Oslo', next: 'parcel shop' } }],
  interrupts: [],
  answer: { text: 'Your Parcel is in the parcel shop.', next: undefined },
  checkpoints: [],
  faults: [],
  calls: [],
  tools: [],
  durationMs: 1,
  simulatorMs: undefined,
  error: undefined,
};
const items: SearchItem[] = [
  { type: 'past', key: 'past 0', message: { speaker: 'user', text: 'A parcel?' } },
  { type: 'turn', key: 'turn 3', view: turn },
];

describe('finding in a conversation', () => {
  it('goes through all that is said and done, in order, whatever the case', () => {
    expect(findMatches(items, 'PARCEL').map(({ item, part, nth }) => [item, part, nth])).toEqual([
      [0, 'past 0', 0],
      [1, 'turn 3 user', 0],
      [1, 'turn 3 tool 0', 0],
      [1, 'turn 3 tool 0', 1],
      [1, 'turn 3 agent', 0],
      [1, 'turn 3 agent', 1],
    ]);
  });

  it('says what must be open to see it', () => {
    expect(findMatches(items, 'oslo')).toMatchObject([{ opens: ['turn 3 tool 0'] }]);
  });

  it('finds nothing for nothing', () => {
    expect(findMatches(items, '')).toEqual([]);
    expect(findMatches(items, 'no such words')).toEqual([]);
  });

  it('has the places in a text that did not come along where others found them', () => {
    const answer = {
      text: serializeLongText({ at: '[4]', size: 9_000, form: 'text', preview: 'parcel' }),
      next: undefined,
    };
    const longItems: SearchItem[] = [
      { type: 'turn', key: 'turn 3', view: { ...turn, user: undefined, toolCalls: [], answer } },
    ];
    const farMatches = { '[4]': [0, 1].map((before) => ({ excerpt: 'parcel, parcel', before })) };
    expect(findMatches(longItems, 'parcel', farMatches)).toMatchObject([
      { part: 'turn 3 agent', nth: 0, inside: { at: '[4]', place: 0, excerpt: 'parcel, parcel' } },
      { part: 'turn 3 agent', nth: 1, inside: { at: '[4]', place: 1 } },
    ]);
    expect(findMatches(longItems, 'parcel')).toEqual([]);
    expect(hasLongTexts(longItems)).toBe(true);
    expect(hasLongTexts(items)).toBe(false);
  });
});
