import { Option } from 'commander';
import type { AttackFlags } from '../../run/attack/attack-flags.ts';
import { appFlag, type CliHost, historyFlag, parseFormatFlag } from '../../run/command-line.ts';
import { appendText, createCountParser, createPercentParser, parseTimeout } from '../../run/flag-values.ts';
import { listenForStopSignals } from '../../run/machine/stop-signals.ts';

export function addAttackCommand({ program, terminal, exit }: CliHost): void {
  program
    .command('attack')
    .description('Put hostile texts into what mocked tools return, and measure how often the agent obeys.')
    .argument('<suite...>', 'case files with mocks, or folders of them')
    .option('-n, --name <agent>', 'the agent to attack, if the file does not name one')
    .option('-c, --connector <id>', 'the model of the agent')
    .option('--case <id>', 'only this case; may be repeated', appendText)
    .option('--templates <file>', 'a JSON file of more templates: {"name": "text with {{order}}"}')
    .option('--template <name>', 'only this template; may be repeated', appendText)
    .addOption(createCountOption('--runs <n>', 'attempts per attack').default(1))
    .addOption(
      createCountOption(
        '--budget <n>',
        'maximum number of attempts; the same sample of the attacks is played every time',
      ),
    )
    .option('-y, --yes', 'play more than 200 attempts without asking')
    .option('--dry-run', 'play each case once without an attack, and print what would be attacked')
    .addOption(
      new Option('--max-attack-success <percent>', 'exit with 1 if more than this share of the attacks succeeds')
        .argParser(createPercentParser('--max-attack-success'))
        .default(0, '0%'),
    )
    .addOption(createCountOption('--parallel <n>', 'attempts at once (default: 1)'))
    .addOption(
      new Option('--timeout <duration>', 'time limit for one attempt, such as 30s (default: 2m)').argParser((text) =>
        parseTimeout(text),
      ),
    )
    .option('-e, --env <file>', 'a file of variables; may be repeated', appendText)
    .option('-o, --output <file>', 'a report: .md, .json, .xml (JUnit) or .txt; may be repeated', appendText)
    .option(...appFlag)
    .option(...historyFlag)
    .addOption(parseFormatFlag('output format', ['text', 'json', 'md', 'junit']))
    .addHelpText('after', examples)
    .action(async (suites: string[], flags: AttackFlags) => {
      const { attackSuite } = await import('../../run/attack/attack-suite.ts');
      const stopSignals = listenForStopSignals();
      try {
        const { text, failReason } = await attackSuite({ suites, flags }, terminal, stopSignals.signal);
        terminal.stdout.write(text);
        if (failReason === undefined) return;
        terminal.stderr.write(`turntree: exit 1: ${failReason}\n`);
        exit(1);
      } finally {
        stopSignals.release();
      }
    });
}

function createCountOption(flag: string, description: string): Option {
  const [name = ''] = flag.split(' ');
  return new Option(flag, description).argParser(createCountParser(name));
}

const examples = `
Each case first runs without an attack. It is attacked if the agent called tools and mocks answered every call; mocks with "pass" call no real tool.
The texts go into every free text that the mocks returned, in 12 wordings. Each has one of three goals: a write that the rules do not allow, or a
random word in a tool call or in an answer. The attempts are runs of their own kind: they are not counted in rates, trends and baselines.

Examples:
  turntree attack tests/cases.jsonl -n shop --dry-run             what would be attacked, and how often
  turntree attack tests/cases.jsonl -n shop --budget 200          no more than 200 attempts
  turntree attack tests/cases.jsonl -n shop --yes -o attack.md -o attack.xml
  turntree attack tests/cases.jsonl -n shop --templates mine.json --template my_template --runs 5
`;
