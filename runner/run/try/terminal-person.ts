import path from 'node:path';
import { toolLine } from '../../reporters/console/case-lines.ts';
import { stripControls } from '../../reporters/console/shorten-text.ts';
import type { Terminal } from '../terminal.ts';
import type { Conversationalist } from './conversationalist.ts';
import { answerText } from './converse.ts';

const PROMPT = 'you: ';

/** A person at a terminal, or a file with lines. The first empty line ends the conversation. */
export function terminalPerson(
  { stdout, lines: open }: Terminal,
  root: string,
  signal: AbortSignal,
): Conversationalist {
  const lines = open?.(signal);
  return {
    showAgent(description) {
      stdout.write(`${description}.\n\nTalk to it: up to three messages; an empty line ends.\n\n`);
    },
    async next() {
      const line = (await lines?.next(PROMPT))?.trim() ?? '';
      // Lines from a file are not visible on the screen, so they are printed.
      if (line !== '' && lines?.isTyped === false) stdout.write(`${PROMPT}${line}\n`);
      return line;
    },
    showAnswer({ response }) {
      const text = answerText(response);
      const calls = response.toolCalls.map((call) => `  ${toolLine(call)}\n`).join('');
      stdout.write(`${calls}${text === '' ? '' : `agent: ${stripControls(text)}\n`}\n`);
    },
    showSuite({ suiteKey, configFile, checkpoints }) {
      if (configFile !== undefined) stdout.write(`Written: ${path.join(root, configFile)}\n`);
      stdout.write(`Written: ${path.join(root, suiteKey)}\n${checkpoints.map((each) => `  ${each}\n`).join('')}\n`);
    },
    close: () => lines?.close(),
  };
}
