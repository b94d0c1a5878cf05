import path from 'node:path';
import { formatToolLine } from '../../../reporters/console/case-lines.ts';
import { stripControlCharacters } from '../../../reporters/console/shorten-text.ts';
import type { Terminal } from '../../terminal.ts';
import { getAnswerTextOrData } from './converse.ts';
import type { TryInterface } from './try-interface.ts';

const INPUT_PROMPT = 'you: ';

/** A person at a terminal, or a file with lines. An empty line ends the conversation. */
export function createTerminalTryInterface(
  { stdout, lines: open }: Terminal,
  { root, yes }: { root: string; yes: boolean },
  signal: AbortSignal,
): TryInterface {
  const lines = open?.(signal);
  const canAnswer = lines?.isTyped === true && !yes;
  return {
    showAgent(description, goal) {
      const next = goal === undefined ? 'Talk to it: up to three messages; an empty line ends.' : `Goal: ${goal}`;
      stdout.write(`${description}.\n\n${next}\n\n`);
    },
    async askGoal() {
      if (!canAnswer) return undefined;
      stdout.write('What should a user want from the agent? Such as: get a refund for order W2378156\n');
      const goal = (await lines?.next('goal (empty: you talk to the agent yourself): '))?.trim() ?? '';
      return goal === '' ? undefined : goal;
    },
    showConversation: (title) => void stdout.write(`${title}:\n\n`),
    showMessage: ({ input }) => void stdout.write(`user: ${stripControlCharacters(input)}\n`),
    async askFact({ name }) {
      const label = stripControlCharacters(name);
      const value = yes
        ? undefined
        : (await lines?.next(`  The agent asks for this. ${label} (empty: unknown): `))?.trim();
      if (value === undefined || value === '') {
        stdout.write(`  ${label}: unknown\n`);
        return undefined;
      }
      if (lines?.isTyped === false) stdout.write(`  ${label}: ${value}\n`);
      return value;
    },
    async confirmRepeats(question) {
      if (!canAnswer) return undefined;
      return /^y(?:es)?$/i.test((await lines?.next(`${stripControlCharacters(question)} [y/N] `))?.trim() ?? '');
    },
    async next() {
      const line = (await lines?.next(INPUT_PROMPT))?.trim() ?? '';
      // Lines from a file do not appear on the terminal by themselves, so they are printed.
      if (line !== '' && lines?.isTyped === false) stdout.write(`${INPUT_PROMPT}${line}\n`);
      return line;
    },
    showAnswer({ response }) {
      const text = getAnswerTextOrData(response);
      const calls = response.toolCalls.map((call) => `  ${formatToolLine(call)}\n`).join('');
      stdout.write(`${calls}${text === '' ? '' : `agent: ${stripControlCharacters(text)}\n`}\n`);
    },
    showSuite({ files, checkpoints, unknown = [], leftOut }) {
      stdout.write(files.map((file) => `Written: ${path.join(root, file)}\n`).join(''));
      stdout.write(`${checkpoints.map((each) => `  ${stripControlCharacters(each)}\n`).join('')}`);
      if (unknown.length > 0) {
        stdout.write(`Unknown to the user: ${stripControlCharacters(unknown.join(', '))}\n`);
        stdout.write('  To let the user know it, try again with --fact "<name>=<value>"\n');
      }
      if (leftOut !== undefined) stdout.write(`The user talked to the agent once instead of three times: ${leftOut}\n`);
      stdout.write('\n');
    },
    close: () => lines?.close(),
  };
}
