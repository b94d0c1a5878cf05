import { describe, expect, it } from 'vitest';
import { listeningContext, modelRequest } from '../testing/model-request.ts';
import { adaptRequestToModel } from './fit-request.ts';
import type { ModelRequest } from './language-model.ts';
import type { ModelEndpoint } from './model-endpoint.ts';

function fitted(endpoint: Partial<ModelEndpoint>, request: Partial<ModelRequest> = {}) {
  const warnings: string[] = [];
  const context = listeningContext({ warning: ({ text }) => warnings.push(text) });
  const target = { endpoint: { id: 'small', model: 'm', ...endpoint }, foreign: ['seed'] };
  const result = adaptRequestToModel(target, modelRequest('hello', { ...request, context }));
  return { ...result, warnings };
}

const findTool = { name: 'find', parameters: {} };
const list = { name: 'list', parameters: {} };

describe('adaptRequestToModel', () => {
  it('fills in the parameters of the connector and changes nothing else', () => {
    const result = fitted(
      { options: { temperature: 0.2, stop: 'END' } },
      { options: { temperature: 1.5, top_p: 0.1 }, tools: [findTool] },
    );
    expect(result).toEqual({
      messages: [{ role: 'user', content: 'hello' }],
      tools: [findTool],
      options: { temperature: 1.5, stop: 'END', top_p: 0.1 },
      warnings: [],
    });
  });

  it('sends no tools to a model that calls none, and says which', () => {
    const options = { tool_choice: 'required', temperature: 1 };
    const {
      tools,
      options: sentOptions,
      warnings,
    } = fitted({ capabilities: { tool_calls: false } }, { tools: [findTool, list], options });
    expect(tools).toEqual([]);
    expect(sentOptions).toEqual({ temperature: 1 });
    expect(warnings).toEqual(['connector "small" cannot call tools: not sent were find, list']);
    expect(fitted({ capabilities: { tool_calls: false } }).warnings).toEqual([]);
  });

  it('sends no images to a model that cannot see, and says how many', () => {
    const image = { type: 'image' as const, url: 'data:image/png;base64,AA==' };
    const text = { type: 'text' as const, text: 'look' };
    const messages = [
      { role: 'user' as const, content: [text, image] },
      { role: 'user' as const, content: [image] },
    ];
    const blind = fitted({ capabilities: { vision: false } }, { messages });
    expect(blind.messages).toEqual([
      { role: 'user', content: [text] },
      { role: 'user', content: '[an image that was not sent]' },
    ]);
    expect(blind.warnings).toEqual(['connector "small" cannot see: 2 images were not sent']);
    expect(fitted({ capabilities: { vision: 'claude' } }, { messages }).messages).toEqual(messages);
  });

  it('moves parameters into their range and leaves out what is not supported, and says so', () => {
    const supportedParams = {
      temperature: { min: 0, max: 1 },
      effort: { allowed_values: ['low', 'high'] },
      thinking: {},
    };
    const options = {
      temperature: 1.7,
      effort: 'medium',
      top_p: 0.9,
      thinking: { type: 'enabled' },
      max_completion_tokens: 100,
    };
    const { options: sentOptions, warnings } = fitted({ supportedParams, options, extraBody: { seed: 7 } });
    expect(sentOptions).toEqual({ seed: 7, temperature: 1, thinking: { type: 'enabled' }, max_completion_tokens: 100 });
    expect(warnings).toEqual([
      'connector "small" was sent temperature 1 instead of 1.7',
      'connector "small" does not support effort "medium": it was not sent',
      'connector "small" does not support top_p 0.9: it was not sent',
    ]);
  });

  it('leaves out what the protocol does not know, and says so', () => {
    const { options, warnings } = fitted({ options: { seed: 1, temperature: 1 }, extraBody: { top_k: 3 } });
    expect(options).toEqual({ temperature: 1, top_k: 3 });
    expect(warnings).toEqual(['connector "small" does not know seed: it was not sent']);
  });

  it('asks for no more tokens than the model answers', () => {
    const options = { max_tokens: 9000, max_completion_tokens: 50 };
    expect(fitted({ capabilities: { max_output_tokens: 100 }, options }).options).toEqual({
      max_tokens: 100,
      max_completion_tokens: 50,
    });
  });
});
