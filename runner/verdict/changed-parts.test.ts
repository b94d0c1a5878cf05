import { describe, expect, it } from 'vitest';
import { agentPartsSchema } from '../contract/index.ts';
import { findChangedAgentParts } from './index.ts';
import { describeChangedParts } from './rate-change-words.ts';

describe('what changed of an agent', () => {
  it('is each part whose digest is another, of the same agent', () => {
    const before = [
      { agentId: 'a', parts: { prompts: '1', settings: '1' } },
      { agentId: 'b', parts: { prompts: '1' } },
    ];
    expect(findChangedAgentParts(before, [{ agentId: 'a', parts: { prompts: '2', settings: '1' } }])).toEqual([
      'prompts',
    ]);
    expect(findChangedAgentParts(before, [{ agentId: 'c', parts: { prompts: '2' } }])).toEqual([]);
    expect(describeChangedParts(['prompts', 'model'])).toBe('agent changed (prompts, model)');
  });

  it('is never what one of the runs does not know', () => {
    expect(findChangedAgentParts([{ agentId: 'a' }], [{ agentId: 'a', parts: { prompts: '1' } }])).toEqual([]);
    expect(findChangedAgentParts([{ agentId: 'a', parts: { model: '1' } }], [{ agentId: 'a', parts: {} }])).toEqual([]);
    expect(agentPartsSchema.parse({})).toEqual({});
  });
});
