import { isScored } from '../../fold/index.ts';
import { createConsoleReporter } from '../../reporters/console/console-reporter.ts';
import { createExperimentConsole } from '../../reporters/experiment/experiment-console.ts';
import type { PreparedRun } from '../prepare.ts';
import { type Terminal, wantsColours } from '../terminal.ts';
import { createAnswerPrinter, type Display } from './answer-printer.ts';
import { rerunCommand } from './rerun-command.ts';

/** Creates the display of a run: the answer to a message, the rows of an experiment, or the cases. */
export function createDisplay({ options, source, plan, disabled }: PreparedRun, terminal: Terminal): Display {
  if (source.kind === 'message' && options.format === 'pretty') return createAnswerPrinter(terminal);
  const stream = options.format === 'json' ? terminal.stderr : terminal.stdout;
  const looks = {
    output: stream,
    colours: wantsColours(terminal, { flag: options.color, stream }),
    live: stream.isTTY === true,
    verbose: options.verbose === true,
    quiet: options.quiet === true,
    command: (ids: readonly string[]) => rerunCommand(options, ids),
  };
  const scoredAgain = (ids: readonly string[], scorer?: string): string =>
    rerunCommand({ ...options, ...(scorer === undefined ? {} : { scorer }) }, ids);
  const experiments = plan.cases.every((planned) => isScored(planned.case));
  return experiments
    ? createExperimentConsole({ ...looks, command: scoredAgain, disabled })
    : createConsoleReporter(looks);
}
