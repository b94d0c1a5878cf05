import * as z from 'zod';
import { formatToolLine } from '../../../reporters/console/case-lines.ts';
import { stripControlCharacters } from '../../../reporters/console/shorten-text.ts';
import { tryParseJson } from '../../../values/index.ts';
import type { Terminal } from '../../terminal.ts';
import { UsageError } from '../../usage-error.ts';
import { getAnswerTextOrData } from './converse.ts';
import type { TryInterface } from './try-interface.ts';

const messageSchema = z.union([
  z.strictObject({ say: z.string().trim().min(1) }),
  z.strictObject({ write: z.literal(true) }),
]);
const factSchema = z.strictObject({ fact: z.string().trim().min(1).nullable() });
const repeatSchema = z.strictObject({ repeat: z.boolean() });

/**
 * A program that speaks for the person. It sends a line of JSON for each message, `{"say": "…"}`, and `{"write": true}`
 * to end the conversation and write the suite. If a goal was given, it only answers questions: `{"fact": "…"}` (null if
 * it does not know), and `{"repeat": true}`. It receives a line of JSON for each event. If its input ends early,
 * nothing is written.
 */
export function createJsonTryInterface(
  { stdout, lines: open }: Terminal,
  { yes }: { yes: boolean },
  signal: AbortSignal,
): TryInterface {
  const lines = open?.(signal);
  const writeEvent = (event: object): void => void stdout.write(`${JSON.stringify(event)}\n`);
  async function readParsedAnswerLine<Answer>(
    schema: z.ZodType<Answer>,
    { forms, last }: { forms: string; last: string },
  ): Promise<Answer> {
    const line = await lines?.next('');
    if (line === undefined) throw new UsageError(`the input ended before ${last}; nothing was written`);
    const parsed = schema.safeParse(tryParseJson(line));
    if (parsed.success) return parsed.data;
    throw new UsageError(`a line must be ${forms}, not ${line}`);
  }
  return {
    showAgent: (description) => writeEvent({ type: 'found', said: description }),
    askGoal: () => Promise.resolve(undefined),
    async next() {
      const answer = await readParsedAnswerLine(messageSchema, {
        forms: '{"say": "…"} or {"write": true}',
        last: '{"write": true}',
      });
      return 'say' in answer ? answer.say : '';
    },
    showConversation: (title) => writeEvent({ type: 'conversation', title }),
    showMessage: ({ turn, input }) => writeEvent({ type: 'sent', turn, input }),
    async askFact({ name, question }) {
      writeEvent({ type: 'asked', name, question });
      if (yes) return undefined;
      const { fact } = await readParsedAnswerLine(factSchema, {
        forms: '{"fact": "…"} or {"fact": null}',
        last: 'the fact',
      });
      return fact ?? undefined;
    },
    async confirmRepeats(question) {
      if (yes) return undefined;
      writeEvent({ type: 'confirm', question });
      const { repeat } = await readParsedAnswerLine(repeatSchema, {
        forms: '{"repeat": true} or {"repeat": false}',
        last: 'the answer',
      });
      return repeat;
    },
    showAnswer({ turn, input, response }) {
      const tools = response.toolCalls.map((call) => stripControlCharacters(formatToolLine(call)));
      writeEvent({ type: 'answered', turn, input, tools, answer: getAnswerTextOrData(response) });
    },
    showSuite: (suite) => writeEvent({ type: 'written', ...suite }),
    close: () => lines?.close(),
  };
}
