import { Argument } from 'commander';
import { appFlag, type CliHost, historyFlag, parseFormatFlag } from '../../run/command-line.ts';
import type { SimulatorCheckFlags } from '../../run/simulator-check/check-simulators.ts';

export function addSimulatorCommand({ program, terminal }: CliHost): void {
  program
    .command('simulator')
    .description('Measure how simulated users talk, and how much they differ from people.')
    .addArgument(new Argument('<action>', 'check the simulated users').choices(['check']))
    .argument('<targets...>', 'suites (their newest runs), runs of the history, or reports')
    .option('--against <files...>', 'transcripts of conversations with people')
    .option(...appFlag)
    .option(...historyFlag)
    .addOption(parseFormatFlag('output format', ['text', 'json', 'md']))
    .addHelpText('after', examples)
    .action(async (_: string, targets: string[], flags: SimulatorCheckFlags) => {
      const { compareSimulatorsWithPeople: checkSimulators } = await import(
        '../../run/simulator-check/check-simulators.ts'
      );
      terminal.stdout.write(checkSimulators(targets, flags, terminal));
    });
}

const examples = `
Asks no model. Transcripts are JSON lines of {"id": "…", "turns": [{"input": "…", "output": "…"}]}, or reports of runs. Each conversation counts once;
intervals are 95% bootstrap intervals over cases. The classifier is a logistic regression on the same measures that is tested on cases it has not seen:
AUC 0.5 means that it cannot tell simulated users from people.

Examples:
  turntree simulator check tests/refunds.jsonl
  turntree simulator check latest --against people.jsonl --format md
`;
