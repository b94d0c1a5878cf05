import { cliExtensions } from '../../extensions/registered/cli-extensions.ts';
import { findQueueLoader } from '../../run/cli-extension.ts';
import { appFlag, type CliHost, historyFlag, printJson } from '../../run/command-line.ts';
import { createCountParser, parseMaxCost, parseRunId } from '../../run/flag-values.ts';
import { listenForStopSignals } from '../../run/machine/stop-signals.ts';
import { DEFAULT_ROLLOUTS } from '../../values/index.ts';

type BisectCommandFlags = {
  suite?: string;
  app?: string;
  db?: string;
  budget?: number;
  parallel?: number;
  maxCost?: number;
  queue?: string;
  runId?: string;
  quiet?: boolean;
  json?: boolean;
};

export function addBisectCommand({ program, terminal, exit }: CliHost): void {
  program
    .command('bisect')
    .description('Find the turn that decided a failed conversation, by replaying the rest from different turns.')
    .argument('<run>', 'the run: its id, the beginning of its id, or "latest"')
    .argument('<case>', 'the case, or <case>#<attempt>; without a number, the first attempt that failed')
    .option('--suite <file>', 'the case file, if several of the run have the case')
    .option('--budget <n>', `maximum number of rollouts (default: ${DEFAULT_ROLLOUTS})`, createCountParser('--budget'))
    .option(
      '--parallel <n>',
      'rollouts in parallel (default: 4, or 1 with --max-cost)',
      createCountParser('--parallel'),
    )
    .option('--max-cost <amount>', 'stop starting rollouts once this much is spent', parseMaxCost)
    .option('--queue <url>', 'have workers of this queue play the rollouts')
    .option('--run-id <id>', 'the id of the new run', parseRunId)
    .option('-q, --quiet', 'print neither the plan nor progress')
    .option('--json', 'print the result as JSON')
    .option(...appFlag)
    .option(...historyFlag)
    .addHelpText('after', examples)
    .action(async (run: string, caseReference: string, { json, suite, ...flags }: BisectCommandFlags) => {
      const { bisectTurns, describeBisection } = await import('../../run/bisect.ts');
      const stop = listenForStopSignals();
      try {
        const request = { target: { run, caseReference, suite }, flags, loadQueue: findQueueLoader(cliExtensions) };
        const outcome = await bisectTurns(request, terminal, stop.signal);
        if (json === true) printJson(outcome, terminal);
        else terminal.stdout.write(describeBisection(outcome));
        if (outcome.isCancelled) exit(stop.exitCode());
        else if (outcome.problem !== undefined) exit(1);
      } finally {
        stop.release();
      }
    });
}

const examples = `
A rollout keeps the first turns of the conversation and plays the rest again. The turn after which the case mostly fails is the one that decided it.
There may be no such turn: the case then fails from the start, or it failed by chance. Rollouts are not counted in rates, trends and baselines.

Examples:
  turntree bisect latest refund              the first failed attempt of this case in the newest run
  turntree bisect 019a4f02 refund#3 --budget 100
  turntree bisect latest refund --max-cost 2 --json
`;
