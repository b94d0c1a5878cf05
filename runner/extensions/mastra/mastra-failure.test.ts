import { describe, expect, it } from 'vitest';
import { readMastraFailure } from './mastra-failure.ts';

describe('an error of a scorer of Mastra', () => {
  it('names the step, and keeps what was asked until then', () => {
    const result = {
      preprocessStepResult: { words: 3 },
      analyzePrompt: 'Which claims?',
      judge: { analyze: { executions: [{ status: 'error', usage: { inputTokens: 4 } }] } },
    };
    const cause = new Error('the judge is away');
    const error = Object.assign(new Error('Scorer Run Failed: the judge is away', { cause }), {
      failedStep: 'analyze',
      completedSteps: ['preprocess'],
      result,
    });
    expect(readMastraFailure(error)).toEqual({
      failure: 'step analyze: the judge is away',
      stack: cause.stack,
      request: { analyze: 'Which claims?' },
      response: { preprocess: { words: 3 }, judge: result.judge },
      usage: { inputTokens: 4, outputTokens: 0, cachedTokens: 0, calls: 1, retries: 0 },
    });
  });

  it('is left as it is without a step', () => {
    const others = [new Error('x'), Object.assign(new Error('x'), { failedStep: 3 }), 'x', undefined];
    expect(others.map(readMastraFailure)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
