import { describe, expect, it } from 'vitest';
import { looksLikeModel, parseModelRequest } from './model-request.ts';

const url = 'https://models.example/v1/any?key=secret';
const post = (body: object) => parseModelRequest({ method: 'POST', url, body: JSON.stringify(body) });

describe('a request to a model', () => {
  it.each([
    ['chat completions, messages', { model: 'm', messages: [{ role: 'user', content: 'x' }] }],
    ['a server that knows its model', { messages: [{ role: 'user', content: [{ text: 'x' }] }] }],
    ['responses, embeddings', { model: 'm', input: 'x' }],
    ['completions', { model: 'm', prompt: 'x' }],
    ['generateContent', { contents: [{ role: 'user', parts: [{ text: 'x' }] }] }],
    ['embedContent', { content: { parts: [{ text: 'x' }] } }],
    ['batchEmbedContents', { requests: [{ model: 'm', content: { parts: [] } }] }],
    ['the gateway of the AI SDK', { prompt: [{ role: 'user', content: [] }] }],
  ])('is known by its body: %s', (_what, body) => {
    expect(post(body)).toEqual({ http: 'POST /v1/any', body });
  });

  it.each([
    ['a tool', { city: 'Oslo' }],
    ['a message to a person', { channel: 'c', messages: ['hello'] }],
    ['no messages', { messages: [] }],
    ['a car', { model: 'T', colour: 'black' }],
  ])('is not %s', (_what, body) => {
    expect(post(body)).toBeUndefined();
  });

  it('is sent with POST, as an object of JSON', () => {
    const body = JSON.stringify({ model: 'm', input: 'x' });
    expect(parseModelRequest({ method: 'PUT', url, body })).toBeUndefined();
    expect(parseModelRequest({ method: 'POST', url, body: `${body}}` })).toBeUndefined();
    expect(parseModelRequest({ method: 'POST', url, body: `[${body}]` })).toBeUndefined();
  });
});

describe('an address of a model', () => {
  it.each([
    ['/v1/chat/completions', true],
    ['/openai/deployments/x/chat/completions?api-version=1', true],
    ['/v1/messages', true],
    ['/v1beta/models/gemini:streamGenerateContent?alt=sse', true],
    ['/model/some.id/converse-stream', true],
    ['/api/chat', true],
    ['/2010-04-01/Accounts/A/Messages.json', false],
    ['/rooms/7/messages', false],
    ['/v1/models', false],
  ])('%s: %s', (path, expected) => {
    expect(looksLikeModel({ method: 'POST', path })).toBe(expected);
    expect(looksLikeModel({ method: 'GET', path })).toBe(false);
  });
});
