import type { CaseResult } from '../../contract/index.ts';
import { isJudgedByScores, type RunState } from '../../fold/index.ts';
import type { RunObserver } from '../../ports/index.ts';
import { createCaseOutput } from '../../reporters/console/case-output.ts';
import { createConsoleReporter } from '../../reporters/console/console-reporter.ts';
import { createExperimentOutput } from '../../reporters/experiment/experiment-output.ts';
import type { ExplainedFailures } from '../../verdict/index.ts';
import type { PreparedRun } from '../prepare.ts';
import { type Terminal, usesColours } from '../terminal.ts';
import { nextSteps } from './next-steps.ts';

/** Creates the display of a run: the answer to a message, the rows of an experiment, or the cases. */
export function createDisplay(prepared: PreparedRun, terminal: Terminal): DisplayParts {
  const { options, source, plan, disabled } = prepared;
  const isData = options.format === 'json' || options.json === true;
  if (source.kind === 'message' && !isData) return createAnswerPrinter(terminal);
  const stream = isData ? terminal.stderr : terminal.stdout;
  const looks = {
    output: stream,
    colours: usesColours(terminal, { flag: options.color, stream }),
    live: stream.isTTY === true,
    verbose: options.verbose === true,
    quiet: options.quiet === true,
    next: nextSteps(prepared, terminal),
  };
  const isOfTables = plan.cases.every((planned) => isJudgedByScores(planned.case));
  return createConsoleReporter(
    looks,
    isOfTables ? (consoleState) => createExperimentOutput(consoleState, disabled) : createCaseOutput,
  );
}

/** Displays a running run and its result. */
type DisplayParts = RunObserver & {
  finish(state: RunState, outputs: readonly string[], explained?: ExplainedFailures): void;
};

/** Prints the answer to a message on standard output, without anything around it. */
function createAnswerPrinter(terminal: Terminal): DisplayParts {
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
  if (error !== undefined) stderr.write(`turntree: ${error}\n`);
}
