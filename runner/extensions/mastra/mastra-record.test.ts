import { describe, expect, it } from 'vitest';
import { readMastraRecord } from './mastra-record.ts';

describe('what a scorer of Mastra tells of its judge', () => {
  it('is its prompts and findings by step, every call of a model, and what they took together', () => {
    const execution = { status: 'success', prompt: 'Which claims?', output: { claims: [] }, judgeModelId: 'judge-1' };
    const judge = {
      analyze: {
        executions: [
          { ...execution, usage: { inputTokens: 10, outputTokens: 4, cachedInputTokens: 2 }, modelCallCount: 2 },
          { ...execution, usage: { inputTokens: 5, outputTokens: 1 } },
        ],
      },
      generateReason: { executions: [{ status: 'success', prompt: 'Why?', output: 'Because.' }] },
    };
    const answer = {
      runId: 'test-1',
      input: 'i',
      output: 'o',
      score: 0.5,
      reason: 'Because.',
      preprocessStepResult: { words: 3 },
      analyzePrompt: 'Which claims?',
      analyzeStepResult: { claims: [] },
      generateReasonPrompt: 'Why?',
      judge,
    };
    expect(readMastraRecord(answer)).toEqual({
      request: { analyze: 'Which claims?', generateReason: 'Why?' },
      response: { preprocess: { words: 3 }, analyze: { claims: [] }, judge },
      usage: { inputTokens: 15, outputTokens: 5, cachedTokens: 2, calls: 4, retries: 0 },
    });
  });

  it('is counted as far as it can be read', () => {
    const judge = {
      analyze: {
        executions: [
          { usage: { promptTokens: 7, completionTokens: 2 }, modelCallCount: null },
          { usage: { inputTokens: '5', outputTokens: 1 } },
          { usage: 'much' },
          'what?',
        ],
      },
      generateScore: null,
      other: { executions: 'none' },
    };
    expect(readMastraRecord({ score: 1, judge }).usage).toEqual({
      inputTokens: 7,
      outputTokens: 3,
      cachedTokens: 0,
      calls: 3,
      retries: 0,
    });
    expect(readMastraRecord({ score: 1, judge: 'Solomon' })).toEqual({ response: { judge: 'Solomon' } });
  });

  it('is nothing for a scorer that asks no model, and nothing that JSON cannot hold', () => {
    const circle: Record<string, unknown> = { score: 1 };
    circle.analyzeStepResult = circle;
    expect([{ score: 1, preprocessStepResult: undefined }, 1, undefined, circle].map(readMastraRecord)).toEqual([
      {},
      {},
      {},
      {},
    ]);
  });
});
