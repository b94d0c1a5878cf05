import type { CaseResult } from '../../contract/index.ts';
import type { RunState } from '../../fold/index.ts';
import type { RunObserver } from '../../ports/index.ts';
import type { Terminal } from '../terminal.ts';

/** Shows a run to whoever waits for it, and what it came to. */
export type Display = RunObserver & { finish(state: RunState, outputs: readonly string[]): void };

/** A message is answered on standard output, with nothing around the answer. */
export function createAnswerPrinter(terminal: Terminal): Display {
  return {
    name: 'answer',
    onEvent(event) {
      if (event.type === 'case.finished') printAnswer(event.result, terminal);
    },
    finish: () => undefined,
  };
}

function printAnswer({ output, error, toolCalls }: CaseResult, { stdout, stderr }: Terminal): void {
  if (output !== undefined)
    stdout.write(`${typeof output === 'string' ? output : JSON.stringify(output, undefined, 2)}\n`);
  for (const call of toolCalls) {
    stderr.write(
      `tool ${call.tool}(${JSON.stringify(call.arguments ?? {})}) → ${call.error ?? JSON.stringify(call.result ?? null)}\n`,
    );
  }
  if (error !== undefined) stderr.write(`runner: ${error}\n`);
}
