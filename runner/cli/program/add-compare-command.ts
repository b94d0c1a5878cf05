import { type Command, Option } from 'commander';
import type { Terminal } from '../../run/terminal.ts';
import type { CompareFlags } from '../commands/compare.ts';

export function addCompareCommand(program: Command, terminal: Terminal, exit: (code: number) => void): void {
  program
    .command('compare')
    .description('Say what changed from one run to another: newly failing, fixed, flaky, added, removed.')
    .argument('<before>', 'a run (its id, the beginning of it, or "latest"), or a report (.json, .jsonl)')
    .argument('<after>', 'the run or report to compare with it')
    .option('--fail-on-regression', 'exit with 1 when a case got worse')
    .option('-a, --app <dir>', 'the workspace (found from the current folder when left out)')
    .option('--db <file>', 'the history (default: .runner/history.db in the workspace)')
    .addOption(new Option('--format <format>', 'what is printed').choices(['text', 'json', 'md']).default('text'))
    .addHelpText('after', examples)
    .action(async (before: string, after: string, flags: CompareFlags) => {
      const { runCompareCommand } = await import('../commands/compare.ts');
      exit(runCompareCommand([before, after], flags, terminal));
    });
}

const examples = `
Examples:
  runner compare 019a4f02 latest
  runner compare main.json branch.json --fail-on-regression
  runner compare main.json latest --format md
`;
