import { describe, expect, it } from 'vitest';
import type { Turn } from '../contract/index.ts';
import { buildCaseFromConversation, buildContinuationCase } from './case-from-conversation.ts';

function turn(number: number, input: string, content: string, tools: string[] = []): Turn {
  return {
    turn: number,
    origin: 'case',
    input,
    response: { content, toolCalls: tools.map((tool) => ({ tool })) },
    checkpointsReached: [],
    startedAt: 0,
    durationMs: 1,
  };
}

const turns = [turn(1, 'I want a refund', 'Which order?'), turn(2, 'It is 88213', 'Found it.', ['lookup', 'lookup'])];

describe('buildCaseFromConversation', () => {
  it('asks the first question alone, as text', () => {
    expect(
      buildCaseFromConversation({ input: 'I want a refund', turns, upTo: 1 }, { id: 'a', contains: 'order' }),
    ).toEqual({
      id: 'a',
      input: 'I want a refund',
      assert: { type: 'contains', value: 'order' },
    });
  });

  it('makes what was said before a history, with the messages that the case began with', () => {
    const input = [
      { role: 'system' as const, content: 'Be brief.' },
      { role: 'user' as const, content: 'I want a refund' },
    ];
    expect(buildCaseFromConversation({ input, turns, upTo: 2 }, { id: 'b', name: 'Second turn' })).toEqual({
      id: 'b',
      name: 'Second turn',
      input: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'I want a refund' },
        { role: 'assistant', content: 'Which order?' },
        { role: 'user', content: 'It is 88213' },
      ],
      assert: { type: 'tool_called', value: 'lookup' },
    });
  });

  it('has no assertion where nothing is asked for', () => {
    expect(buildCaseFromConversation({ input: 'x', turns: [turn(1, 'x', 'y')], upTo: 1 }, { id: 'c' })).toEqual({
      id: 'c',
      input: 'x',
    });
  });
});

describe('caseGoingOn', () => {
  const original = {
    id: 'old',
    name: 'Old',
    input: 'I want a refund',
    simulator: { use: 'guest' },
    tags: ['x'],
    checkpoints: [
      { id: 'ask', after: [] },
      { id: 'lookup', after: ['ask'] },
      { id: 'offer', after: ['lookup', 'ask'] },
    ],
    max_turns: 5,
  };
  const conversation = { input: 'I want a refund', turns, upTo: 2 };

  it('keeps the simulator and the rules of the case, and what was not reached by then', () => {
    expect(
      buildContinuationCase({ ...conversation, reached: new Set(['ask']) }, { id: 'new', writtenCase: original }),
    ).toEqual({
      id: 'new',
      input: [
        { role: 'user', content: 'I want a refund' },
        { role: 'assistant', content: 'Which order?' },
        { role: 'user', content: 'It is 88213' },
      ],
      simulator: { use: 'guest' },
      tags: ['x'],
      checkpoints: [
        { id: 'lookup', after: [] },
        { id: 'offer', after: ['lookup'] },
      ],
      max_turns: 4,
    });
  });

  it('goes on with what its user says next', () => {
    const scripted = { id: 'old', input: 'I want a refund', turns: ['It is 88213', 'Thanks', 'Bye'] };
    const unfinishedConversation = { ...conversation, reached: new Set<string>() };
    expect(buildContinuationCase(unfinishedConversation, { id: 'new', writtenCase: scripted }).turns).toEqual([
      'Thanks',
      'Bye',
    ]);
    const openedCase = { id: 'old', turns: ['I want a refund', 'It is 88213', 'Thanks'] };
    const withoutInput = { ...unfinishedConversation, input: undefined };
    expect(buildContinuationCase(withoutInput, { id: 'new', writtenCase: openedCase }).turns).toEqual(['Thanks']);
  });
});
