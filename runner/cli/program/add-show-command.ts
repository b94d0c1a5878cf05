import { type Command, Option } from 'commander';
import type { Terminal } from '../../run/terminal.ts';
import { parseCount } from '../../run/usage-error.ts';
import type { ShowFlags } from '../commands/show.ts';

export function addShowCommand(program: Command, terminal: Terminal, exit: (code: number) => void): void {
  program
    .command('show')
    .description('Show a run of the history, or one of its cases in full.')
    .argument('<run>', 'the id of a run, its beginning, or "latest"')
    .argument('[case]', 'the id of a case')
    .option('--attempt <n>', 'only this attempt of the case', parseCount('--attempt'))
    .option('-a, --app <dir>', 'the workspace (found from the current folder when left out)')
    .option('--db <file>', 'the history (default: .runner/history.db in the workspace)')
    .option('--color', 'colours, also where the output is not a terminal')
    .option('--no-color', 'no colours')
    .addOption(new Option('--format <format>', 'what is printed').choices(['text', 'json']).default('text'))
    .addHelpText('after', examples)
    .action(async (run: string, caseId: string | undefined, flags: ShowFlags) => {
      const { runShowCommand } = await import('../commands/show.ts');
      exit(await runShowCommand({ run, caseId }, flags, terminal));
    });
}

const examples = `
Examples:
  runner show latest                      the newest run: cases and summary
  runner show latest T004                 the whole conversation of a case, its checkpoints and assertions
  runner show 019a4f02 T004 --attempt 2
  runner show latest --format json        the JSON report of a run
`;
