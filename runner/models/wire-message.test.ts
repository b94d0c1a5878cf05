import { describe, expect, it } from 'vitest';
import { type ContentPart, messageSchema } from '../contract/index.ts';
import type { Json } from '../values/index.ts';
import { toWireMessage } from './wire-message.ts';

const text = (words: string) => Buffer.from(words).toString('base64');

describe('wireMessage', () => {
  it.each<[ContentPart, Json]>([
    [
      { type: 'text', text: 'hi' },
      { type: 'text', text: 'hi' },
    ],
    [
      { type: 'image', url: 'https://host/a.png', detail: 'low' },
      { type: 'image_url', image_url: { url: 'https://host/a.png', detail: 'low' } },
    ],
    [
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
    ],
    [
      { type: 'audio', data: 'AAAA', format: 'wav' },
      { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
    ],
    [
      { type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } },
      { type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } },
    ],
    [
      { type: 'file', file: { url: 'data:application/pdf;base64,AAAA', filename: 'a.pdf' } },
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' } },
    ],
    [
      { type: 'file', file: { url: `data:text/markdown;base64,${text('# Grüße')}`, filename: 'a.md' } },
      { type: 'text', text: 'a.md:\n# Grüße' },
    ],
    [
      { type: 'file', url: `data:application/json;base64,${text('{}')}` },
      { type: 'text', text: '{}' },
    ],
    [
      { type: 'data', data: { sources: [{ type: 'model', name: 'x' }] } },
      { type: 'text', text: '{"sources":[{"type":"model","name":"x"}]}' },
    ],
  ])('writes the part %j', (part, wire) => {
    expect(toWireMessage({ role: 'user', content: [part] }).content).toEqual([wire]);
  });

  it('writes arguments as text and leaves text as it was written', () => {
    const message = messageSchema.parse({
      role: 'assistant',
      content: null,
      refusal: null,
      tool_calls: [
        { id: 'a', function: { name: 'x', arguments: { n: 1 } } },
        { function: { name: 'y', arguments: '{"n": 2}' } },
      ],
    });
    expect(toWireMessage(message)).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'x', arguments: '{"n":1}' } },
        { id: 'call_2', type: 'function', function: { name: 'y', arguments: '{"n": 2}' } },
      ],
    });
  });
});
