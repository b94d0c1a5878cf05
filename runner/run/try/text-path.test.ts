import { describe, expect, it } from 'vitest';
import type { Json } from '../../values/index.ts';
import { besideText, textPathIn, textPathInEvents } from './text-path.ts';

describe('the text in an answer', () => {
  it.each([
    ['Hello', '$'],
    [{ reply: 'Hello', id: 'a1' }, 'reply'],
    [{ answer: 'Hello', output: '', text: 'World' }, 'answer'],
    [{ status: 'ok', data: { content: 'Hello' } }, 'data.content'],
    [
      { choices: [{ message: { role: 'assistant', content: 'Hello' } }], object: 'chat.completion' },
      'choices[0].message.content',
    ],
    [{ message: { role: 'assistant', content: 'Hello' } }, 'message.content'],
    [{ bot_says: 'Hello', model: 'small', session_id: 'a' }, 'bot_says'],
  ])('of %j is at %s', (document, path) => {
    expect(textPathIn(document)).toBe(path);
  });

  it.each([
    [{ error: 'no message' }],
    [{ detail: 'not found', status: 'failed' }],
    [{ one: 'Hello', two: 'World' }],
    [{ messages: [{ content: 'asked' }, { content: 'answered' }] }],
    [{ reply: '' }],
    [3],
    [''],
  ])('is not guessed in %j', (document) => {
    expect(textPathIn(document)).toBeUndefined();
  });

  it('is what most events of a stream have', () => {
    const events: Json[] = [{ type: 'start', message: 'begins' }, { delta: 'He' }, { delta: 'llo' }, { type: 'end' }];
    expect(textPathInEvents(events)).toBe('delta');
    expect(textPathInEvents([{ type: 'end' }])).toBeUndefined();
  });

  it('has tool calls beside it', () => {
    expect(besideText('choices[0].message.content', 'tool_calls')).toBe('choices[0].message.tool_calls');
    expect(besideText('reply', 'tool_calls')).toBe('tool_calls');
  });
});
