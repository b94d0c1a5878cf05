import type { CaseResult } from '../../contract/index.ts';
import { isJudgedByScores, type RunState } from '../../fold/index.ts';
import type { RunObserver } from '../../ports/index.ts';
import { createCaseOutputForConsole } from '../../reporters/console/case-output.ts';
import { createConsoleReporter } from '../../reporters/console/console-reporter.ts';
import { createExperimentOutput } from '../../reporters/experiment/experiment-output.ts';
import type { ExplainedFailures } from '../../verdict/index.ts';
import type { PreparedRun } from '../prepare.ts';
import { shouldUseColours, type Terminal } from '../terminal.ts';
import { createNextStepSuggester } from './next-steps.ts';

/**
 * Creates the display of a run, depending on the input: the answer to a message, the rows of an experiment, or the
 * cases.
 */
export function createRunDisplay(prepared: PreparedRun, terminal: Terminal): RunDisplay {
  const { options, source, plan, disabled } = prepared;
  const isData = options.format === 'json' || options.json === true;
  if (source.kind === 'message' && !isData) return createAnswerPrinter(terminal);
  const stream = isData ? terminal.stderr : terminal.stdout;
  const looks = {
    output: stream,
    colours: shouldUseColours(terminal, { flag: options.color, stream }),
    live: stream.isTTY === true,
    verbose: options.verbose === true,
    quiet: options.quiet === true,
    next: createNextStepSuggester(prepared, terminal),
  };
  const isOfTables = plan.cases.every((plannedCase) => isJudgedByScores(plannedCase.case));
  return createConsoleReporter(
    looks,
    isOfTables ? (consoleState) => createExperimentOutput(consoleState, disabled) : createCaseOutputForConsole,
  );
}

/** Displays a run in progress, and its result. */
type RunDisplay = RunObserver & {
  finish(state: RunState, outputs: readonly string[], explained?: ExplainedFailures): void;
};

/** Prints the answer to a message on standard output, without anything around it. */
function createAnswerPrinter(terminal: Terminal): RunDisplay {
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
