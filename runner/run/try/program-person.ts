import * as z from 'zod';
import { toolLine } from '../../reporters/console/case-lines.ts';
import { stripControls } from '../../reporters/console/shorten-text.ts';
import { jsonIn } from '../../values/index.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import type { Conversationalist } from './conversationalist.ts';
import { answerText } from './converse.ts';

const saidSchema = z.union([
  z.strictObject({ say: z.string().trim().min(1) }),
  z.strictObject({ write: z.literal(true) }),
]);

/**
 * A program that speaks for a person. It sends a line of JSON for each message, `{"say": "…"}`, and `{"write": true}`
 * to end the conversation and write the suite. It receives a line of JSON for each event. If the input ends without
 * `write`, nothing is written.
 */
export function programPerson({ stdout, lines: open }: Terminal, signal: AbortSignal): Conversationalist {
  const lines = open?.(signal);
  const writeEvent = (event: object): void => void stdout.write(`${JSON.stringify(event)}\n`);
  return {
    showAgent: (description) => writeEvent({ type: 'found', said: description }),
    async next() {
      const line = await lines?.next('');
      if (line === undefined) throw new UsageError('the input ended before {"write": true}; nothing was written');
      const parsed = saidSchema.safeParse(jsonIn(line));
      if (!parsed.success) throw new UsageError(`a line must be {"say": "…"} or {"write": true}, not ${line}`);
      return 'say' in parsed.data ? parsed.data.say : '';
    },
    showAnswer({ turn, input, response }) {
      const tools = response.toolCalls.map((call) => stripControls(toolLine(call)));
      writeEvent({ type: 'answered', turn, input, tools, answer: answerText(response) });
    },
    showSuite: (suite) => writeEvent({ type: 'written', ...suite }),
    close: () => lines?.close(),
  };
}
