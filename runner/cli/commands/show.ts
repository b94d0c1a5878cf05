import { appFlag, type CliHost, historyFlag, parseFormatFlag } from '../../run/command-line.ts';
import { createCountParser } from '../../run/flag-values.ts';
import type { ShowFormat } from '../../run/show.ts';
import type { HistoryLocation } from '../../run/stored/stored-history.ts';
import { UsageError } from '../../run/usage-error.ts';

type ShowFlags = HistoryLocation & { attempt?: number; prompt?: string; format: ShowFormat; color?: boolean };

export function addShowCommand({ program, terminal }: CliHost): void {
  program
    .command('show')
    .description('Show a run of the history, or one of its cases in full.')
    .argument('[run]', 'the id of a run, the beginning of that id, or "latest"')
    .argument('[case]', 'the id of a case')
    .option('--attempt <n>', 'only this attempt of the case', createCountParser('--attempt'))
    .option('--prompt <name>', 'print the prompt of a built-in helper: judge')
    .option(...appFlag)
    .option(...historyFlag)
    .option('--color', 'use colours even if the output is not a terminal')
    .option('--no-color', 'no colours')
    .addOption(parseFormatFlag('output format', ['text', 'json']))
    .addHelpText('after', examples)
    .action(async (run: string | undefined, caseId: string | undefined, { attempt, prompt, ...flags }: ShowFlags) => {
      if (prompt !== undefined) {
        const { showPrompt } = await import('../../run/show-prompt.ts');
        showPrompt(prompt, terminal);
        return;
      }
      if (run === undefined) throw new UsageError('show needs a run, such as "latest", or --prompt');
      const { showRun } = await import('../../run/show.ts');
      showRun({ run, caseId, attempt }, flags, terminal);
    });
}

const examples = `
Examples:
  turntree show latest                      the newest run: cases and summary
  turntree show latest T004                 the whole conversation of a case, its checkpoints and assertions
  turntree show 019a4f02 T004 --attempt 2
  turntree show latest --format json        the JSON report of a run
  turntree show --prompt judge              the prompt of the built-in judge
`;
