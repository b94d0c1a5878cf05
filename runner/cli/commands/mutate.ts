import { appFlag, type CliHost, historyFlag, parseFormatFlag } from '../../run/command-line.ts';
import type { MutateFlags } from '../../run/mutate.ts';

export function addMutateCommand({ program, terminal }: CliHost): void {
  program
    .command('mutate')
    .description('Inject typical agent mistakes into recorded conversations, and list those that no case notices.')
    .argument('<suite>', 'a case file, or a folder of them')
    .argument(
      '[recorded]',
      'a file of conversations, or a report; otherwise the newest attempt of each case that passed',
    )
    .option(...appFlag)
    .option(...historyFlag)
    .addOption(parseFormatFlag('output format', ['text', 'json']))
    .addHelpText('after', examples)
    .action(async (suite: string, recorded: string | undefined, flags: MutateFlags) => {
      const { mutateSuite } = await import('../../run/mutate.ts');
      terminal.stdout.write(await mutateSuite({ suite, recorded }, flags, terminal));
    });
}

const examples = `
Calls are dropped, added, repeated, altered and reordered; questions are skipped; answers say something forbidden, or nothing. Agents and models
are not asked; checks that need one count as passed. The exit code is 1 only when no conversation could be changed.

Examples:
  turntree mutate tests/cases.jsonl                    the newest conversations that passed
  turntree mutate tests/cases.jsonl logs.ndjson        conversations of a file, as agents of type replay have them
  turntree mutate tests/cases.jsonl --format json
`;
