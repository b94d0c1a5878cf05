import { describe } from 'vitest';
import { realTools, sayWhatToolAnswers, type Tools, testMockedTools } from '../../testing/mocked-tools.ts';
import { shapes } from './mastra-objects.ts';

/** An agent that creates its tools anew for every call. */
function mastraAgent(make: () => Tools) {
  return {
    getInstructions: () => '',
    getModel: () => undefined,
    listTools: async () => make(),
    async generate(messages: { content: string }[]) {
      return sayWhatToolAnswers(await this.listTools(), messages[0]?.content ?? '');
    },
  };
}

describe('the tools of an agent of Mastra', () => testMockedTools(() => mastraAgent(realTools), [shapes]));
