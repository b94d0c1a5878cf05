import { appFlag, type CliHost, historyFlag, parseFormatFlag } from '../../run/command-line.ts';
import { appendText } from '../../run/flag-values.ts';
import type { InferFlags } from '../../run/infer.ts';

export function addInferCommand({ program, terminal }: CliHost): void {
  program
    .command('infer')
    .description('Find rules that hold in the good recorded conversations of a suite and that the bad ones break.')
    .argument('<suite>', 'a case file, or a folder of them')
    .option('--runs <run...>', 'only these runs: ids, beginnings of ids, or "latest"')
    .option(
      '--good <conversation>',
      'a conversation to treat as good: <run>/<case> or <run>/<case>#<attempt>; may be repeated',
      appendText,
    )
    .option('--write', 'write the rules into the case files; they cannot fail a case until they are accepted')
    .option('--case <id>', 'only this case; may be repeated', appendText)
    .option(...appFlag)
    .option(...historyFlag)
    .addOption(parseFormatFlag('output format', ['text', 'json']))
    .addHelpText('after', examples)
    .action(async (suite: string, flags: InferFlags) => {
      const { inferSuite } = await import('../../run/infer.ts');
      terminal.stdout.write(await inferSuite(suite, flags, terminal));
    });
}

const examples = `
A conversation is good or bad if a person reviewed it, or --good names it; otherwise if its case passed or failed, which is a weak label. Conversations
of earlier versions of a case do not count. Agents and models are not asked. Rules that --write writes have "inferred": true: they are
judged and reported, but cannot fail a case until you accept them by removing that key.

Examples:
  turntree infer tests/cases.jsonl                                   from all recorded conversations
  turntree infer tests/cases.jsonl --runs latest --case refund
  turntree infer tests/cases.jsonl --write                           and write them into the file
  turntree infer tests/cases.jsonl --good 019a4f02/refund#2 --format json
`;
