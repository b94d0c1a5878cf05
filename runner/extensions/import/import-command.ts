import { Argument } from 'commander';
import { appFlag, type CliHost, historyFlag } from '../../run/command-line.ts';
import { appendText } from '../../run/flag-values.ts';
import { type ImportFlags, type ImportKind, importKinds } from './import-kinds.ts';

export function addImportCommand({ program, terminal, exit }: CliHost): void {
  program
    .command('import')
    .description("Import conversations into the history, and other tools' cases into a suite.")
    .addArgument(new Argument('<what>', 'the format of the files').choices(importKinds))
    .argument('<files...>', 'the files')
    .option('--map <field=column,...>', 'which column of a table fills which field of a case', appendText)
    .option('-o, --output <file>', 'the suite to write (.jsonl); without it, cases go to standard output')
    .option(...appFlag)
    .option(...historyFlag)
    .addHelpText('after', examples)
    .action(async (what: ImportKind, files: string[], flags: ImportFlags) => {
      const { importFiles } = await import('./import-files.ts');
      exit(await importFiles({ what, files, flags }, terminal));
    });
}

const examples = `
Prints how much was imported, and with file and line what could not be. Exits with 2 when nothing could be imported.
Traces and transcripts become a run of the history and, with -o, also a suite. The others become a suite. Their simulated
users become the built-in user, or the agent of --map simulator=<agent>; their judge is the agent "judge", or the one of
--map judge=<agent>.

Examples:
  turntree import traces spans.jsonl                               conversations from production
  turntree import transcripts talks.jsonl                          look at them in the dashboard
  turntree import transcripts talks.jsonl -o tests/talks.jsonl     and make a case of each
  turntree import table faq.csv --map input=question,expected=answer,metadata.topic=topic -o tests/faq.jsonl
  turntree import promptfoo promptfooconfig.yaml -o tests/support.jsonl
  turntree import adk evals/*.evalset.json -o tests/garden.jsonl
`;
