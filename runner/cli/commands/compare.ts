import { appFlag, type CliHost, historyFlag, parseFormatFlag } from '../../run/command-line.ts';
import type { ComparedFormat } from '../../run/compare.ts';
import type { HistoryLocation } from '../../run/stored/stored-history.ts';
import { formatCountWithNoun } from '../../values/index.ts';

type CompareFlags = HistoryLocation & {
  format: ComparedFormat;
  failOnRegression?: boolean;
  failOnNewFailures?: boolean;
};

export function addCompareCommand({ program, terminal, exit }: CliHost): void {
  program
    .command('compare')
    .description('Show what changed between two runs, and whether it could be chance.')
    .argument(
      '<before>',
      'a run (its id, the beginning of its id, or "latest", the newest complete run), or a report (.json, .jsonl)',
    )
    .argument('<after>', 'the later run or report')
    .option('--fail-on-regression', 'exit with 1 when the second run is worse than the first by more than chance')
    .option('--fail-on-new-failures', 'exit with 1 when any case that passed before fails, even if it may be chance')
    .option(...appFlag)
    .option(...historyFlag)
    .addOption(parseFormatFlag('output format', ['text', 'json', 'md']))
    .addHelpText('after', examples)
    .action(
      async (
        before: string,
        after: string,
        { failOnRegression = false, failOnNewFailures = false, ...flags }: CompareFlags,
      ) => {
        const { compareReferences } = await import('../../run/compare.ts');
        const { text, worse, failing, across } = compareReferences({ before, after }, flags, terminal);
        terminal.stdout.write(text);
        const isGate = failOnRegression || failOnNewFailures;
        const failures = [
          ...(failOnRegression && worse !== undefined ? [worse] : []),
          ...(failOnNewFailures && failing.length > 0 ? [describeFailingCases(failing)] : []),
        ];
        const reasons = isGate && across !== undefined ? [across] : failures;
        if (reasons.length === 0) return;
        terminal.stderr.write(`turntree: exit 1: ${reasons.join(', ')}\n`);
        exit(1);
      },
    );
}

function describeFailingCases(ids: readonly string[]): string {
  const more = ids.length > 10 ? ` and ${ids.length - 10} more` : '';
  return `${formatCountWithNoun(ids.length, 'case')} passed before: ${ids.slice(0, 10).join(', ')}${more}`;
}

const examples = `
Examples:
  turntree compare 019a4f02 latest
  turntree compare main.json branch.json --fail-on-regression
  turntree compare main.json latest --format md
`;
