import type { ComparedFormat } from '../../run/compare.ts';
import type { HistoryPlace } from '../../run/stored/stored-history.ts';
import { plural } from '../../values/index.ts';
import { appFlag, formatFlag, historyFlag, type Outside } from '../command-line.ts';

type Flags = HistoryPlace & { format: ComparedFormat; failOnRegression?: boolean };

export function addCompareCommand({ program, terminal, exit }: Outside): void {
  program
    .command('compare')
    .description('Say what changed from one run to another: newly failing, fixed, flaky, added, removed.')
    .argument('<before>', 'a run (its id, the beginning of it, or "latest"), or a report (.json, .jsonl)')
    .argument('<after>', 'the run or report to compare with it')
    .option('--fail-on-regression', 'exit with 1 when a case got worse')
    .option(...appFlag)
    .option(...historyFlag)
    .addOption(formatFlag('what is printed', ['text', 'json', 'md']))
    .addHelpText('after', examples)
    .action(async (before: string, after: string, { failOnRegression = false, ...flags }: Flags) => {
      const { compareReferences } = await import('../../run/compare.ts');
      const { text, regressed } = compareReferences({ before, after }, flags, terminal);
      terminal.stdout.write(text);
      if (!failOnRegression || regressed.length === 0) return;
      const more = regressed.length > 10 ? ` and ${regressed.length - 10} more` : '';
      const named = `${regressed.slice(0, 10).join(', ')}${more}`;
      terminal.stderr.write(`runner: exit 1: ${plural(regressed.length, 'regression')}: ${named}\n`);
      exit(1);
    });
}

const examples = `
Examples:
  runner compare 019a4f02 latest
  runner compare main.json branch.json --fail-on-regression
  runner compare main.json latest --format md
`;
