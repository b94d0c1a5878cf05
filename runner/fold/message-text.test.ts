import { describe, expect, it } from 'vitest';
import type { ContentPart } from '../contract/index.ts';
import {
  formatContentText,
  formatToolResultForModel,
  quoteContent,
  toMessages,
  toToolCallMessages,
} from './message-text.ts';
import { toTextOrFilePart } from './to-plain-part.ts';

const source = 'attachments/in/a.bin';

it.each([
  ['hello', '"HELLO"'],
  [null, '""'],
  [
    [
      { type: 'text' as const, text: 'look' },
      { type: 'image' as const, source },
    ],
    '"LOOK" + [a.bin]',
  ],
  [[{ type: 'image' as const, source }], '[a.bin]'],
  [[], '""'],
])('%j is said as %s', (content, expected) => {
  expect(quoteContent(content, (text) => text.toUpperCase())).toBe(expected);
});

describe('a part of a message', () => {
  it.each<[ContentPart, text: string, plain: object]>([
    [{ type: 'text', text: 'hello' }, 'hello', { kind: 'text', text: 'hello' }],
    [{ type: 'data', data: { sources: [{ a: 1 }] } }, '[data]', { kind: 'text', text: '{"sources":[{"a":1}]}' }],
    [{ type: 'image', source, name: 'cat' }, '[cat]', { of: 'image', url: source, mediaType: 'image/*', name: 'cat' }],
    [{ type: 'image', source, url: 'https://x/y' }, '[a.bin]', { of: 'image', url: 'https://x/y', name: undefined }],
    [{ type: 'image', url: 'data:image/png;base64,AA' }, '[image]', { of: 'image', mediaType: 'image/png' }],
    [{ type: 'image', url: 'data:,AA' }, '[image]', { mediaType: 'image/*' }],
    [{ type: 'image' }, '[image]', { url: '' }],
    [{ type: 'image_url', image_url: { url: 'https://x/y' } }, '[image]', { of: 'image', url: 'https://x/y' }],
    [{ type: 'audio', source }, '[a.bin]', { of: 'audio', url: source, mediaType: 'audio/*' }],
    [
      { type: 'audio', data: 'AA', format: 'mp3' },
      '[audio]',
      { url: 'data:audio/mp3;base64,AA', mediaType: 'audio/mp3' },
    ],
    [{ type: 'input_audio', data: 'AA' }, '[audio]', { url: 'data:audio/wav;base64,AA' }],
    [
      { type: 'input_audio', input_audio: { data: 'BB', format: 'ogg' }, data: 'AA' },
      '[audio]',
      { url: 'data:audio/ogg;base64,BB' },
    ],
    [{ type: 'input_audio', source }, '[a.bin]', { of: 'audio', url: source }],
    [
      { type: 'file', source },
      '[a.bin]',
      { of: 'file', url: source, mediaType: 'application/octet-stream', name: undefined },
    ],
    [{ type: 'file', source, url: 'https://x/y' }, '[a.bin]', { url: 'https://x/y' }],
    [{ type: 'file', url: 'https://x/y' }, '[file]', { url: 'https://x/y', name: undefined }],
    [
      { type: 'file', file: { url: 'https://z', filename: 'f' }, url: 'https://x/y', source },
      '[f]',
      { url: 'https://z', name: 'f' },
    ],
    [{ type: 'file', file: { url: 'https://z', filename: 'f' }, filename: 'g' }, '[g]', { name: 'f' }],
    [{ type: 'file', name: 'n', filename: 'g', source }, '[n]', { name: 'g' }],
    [{ type: 'file', name: 'n' }, '[n]', { url: '', name: 'n' }],
  ])('%j reads %s', (part, text, plain) => {
    expect(formatContentText([part])).toBe(text);
    expect(toTextOrFilePart(part)).toMatchObject(plain);
  });
});

describe('a message', () => {
  it('may be none, one or many, and its content nothing, a text or parts', () => {
    const message = { role: 'user', content: 'hi' } as const;
    expect(toMessages(undefined)).toEqual([]);
    expect([toMessages('hi'), toMessages(message), toMessages([message])]).toEqual([[message], [message], [message]]);
    expect([formatContentText(null), formatContentText('hi')]).toEqual(['', 'hi']);
    expect(
      formatContentText([
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ]),
    ).toBe('a\nb');
  });

  it('holds calls of tools, and what they gave', () => {
    const call = { id: 'c1', name: 'save', arguments: '{}', result: 'done' };
    expect(toToolCallMessages('', [call])).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'save', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'done' },
    ]);
    expect(toToolCallMessages('wait', [])).toEqual([{ role: 'assistant', content: 'wait', tool_calls: [] }]);
    expect(formatToolResultForModel({ tool: 't', result: { ok: true } })).toBe('{"ok":true}');
    expect(formatToolResultForModel({ tool: 't' })).toBe('null');
    expect(formatToolResultForModel({ tool: 't', result: 'x', error: 'full' })).toBe('{"error":"full"}');
  });
});
