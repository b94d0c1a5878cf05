import { describe } from 'vitest';
import {
  answerWithToolResult,
  createRealTools,
  defineMockedToolsTest,
  type Tools,
} from '../../testing/mocked-tools.ts';
import { objectRecognizer } from './mastra-objects.ts';

/** An agent that creates its tools anew for every call. */
function mastraAgent(make: () => Tools) {
  return {
    getInstructions: () => '',
    getModel: () => undefined,
    listTools: async () => make(),
    async generate(messages: { content: string }[]) {
      return answerWithToolResult(await this.listTools(), messages[0]?.content ?? '');
    },
  };
}

describe('the tools of an agent of Mastra', () =>
  defineMockedToolsTest(() => mastraAgent(createRealTools), [objectRecognizer]));
