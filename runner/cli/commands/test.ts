import { type Command, Option } from 'commander';
import type { CliHost } from '../../run/command-line.ts';
import { type Flag, getLongFlagName } from '../../run/flags/define-flag.ts';
import { outputFlags } from '../../run/flags/run-flags.ts';
import { flagGroups } from '../../run/flags/test-flags.ts';
import type { RunRequest } from '../../run/test-options.ts';
import { runTests, watchTestRuns } from '../run-tests.ts';

export function addTestCommand({ program, terminal, exit }: CliHost): void {
  const command = program
    .command('test')
    .alias('run')
    .description('Run cases against an agent.')
    .argument('[input...]', 'case files, folders or globs of them; also script tests, a generator, or a message');
  for (const [title, flags] of Object.entries(flagGroups)) {
    command.optionsGroup(title);
    for (const flag of Object.values<Flag<unknown>>(flags)) command.addOption(createCommanderOption(flag));
  }
  command.configureHelp({ visibleOptions: listCommonHelpOptions }).addHelpText('after', ({ command: shown }) => {
    const isShort = shown.createHelp().visibleOptions(shown).length < shown.options.length;
    return isShort ? `\n${moreFlagsText}\n${commonExamples}` : `${commonExamples}${moreExamples}`;
  });
  command.action(async (inputs: string[], { watch }: { watch?: boolean }) => {
    exit(await (watch === true ? watchTestRuns : runTests)(toRunRequest(command, inputs), terminal));
  });
}

/** Makes the help of commands list all flags by topic if the command line requests it, as in `test --help all`. */
export function showAllFlagsInHelp(program: Command, argv: readonly string[]): void {
  const wantsAllFlags = /(^|\0)(-h|--help|help\0\w+)[\0=]all(\0|$)/.test(argv.join('\0'));
  if (wantsAllFlags) for (const command of program.commands) command.configureHelp({});
}

function listCommonHelpOptions(command: Command): Option[] {
  const common = Object.values(flagGroups).flatMap((flags) =>
    Object.values<Flag<unknown>>(flags).filter(({ isCommon }) => isCommon === true),
  );
  return [
    ...common.map(createCommanderOption),
    command.createOption('-h, --help [all]', 'show these flags, or all flags by topic'),
  ];
}

/** Converts a parsed command line to a run request. */
export function toRunRequest(command: Command, inputs: readonly string[]): RunRequest {
  const { concurrency, noOutput, watch: _, ...flags } = command.opts<CommandFlags>();
  // Ignores options that are not on the command line, because commander sets a `--no-…` option to true by default.
  const givenFlags = Object.entries(flags).filter(([name]) => command.getOptionValueSource(name) === 'cli');
  const parallel = concurrency === undefined ? {} : { parallel: concurrency };
  const optionsWithoutReports = noOutput === false ? ({ output: false } as const) : {};
  const requestFlags = { ...parallel, ...optionsWithoutReports, ...Object.fromEntries(givenFlags) };
  // The word after `--replay` may be an input that commander has taken as the value of the option, because that value
  // is optional.
  const swallowedInputs = Object.entries(requestFlags).flatMap(([name, value]) =>
    name === 'replay' && typeof value === 'string' && value !== 'strict' ? value : [],
  );
  const repairedFlags = swallowedInputs.length === 0 ? requestFlags : { ...requestFlags, replay: true as const };
  return { inputs: [...swallowedInputs, ...inputs], flags: repairedFlags };
}

type CommandFlags = { concurrency?: number; noOutput?: boolean; watch?: boolean };

function createCommanderOption(flag: Flag<unknown>): Option {
  const { choices, parse } = flag.kind;
  const option = new Option(flag.usage, flag.help);
  // Gives `--no-output` a key of its own. Otherwise, it would overwrite the reports of `-o`, or `-o` would overwrite
  // it.
  if (flag === outputFlags.noOutput) option.attributeName = () => 'noOutput';
  if (choices !== undefined) option.choices(choices);
  if (parse !== undefined) option.argParser((text, previous) => parse(text, getLongFlagName(flag), previous));
  return option;
}

const moreFlagsText = `${Object.values(flagGroups).flatMap(Object.keys).length} flags in all: turntree test --help all`;

const commonExamples = `
Examples:
  turntree test tests/cases.jsonl                 all cases of a file
  turntree test tests --parallel 4                all suites in a folder
  turntree test "Hello" -n greeter                one message to an agent
  turntree test tests/cases.jsonl --case T004 -v  one case, with its turns
  turntree test tests/cases.jsonl --runs 10       how stable is each case?
  turntree test tests/cases.jsonl --last-failed   only what failed last time
  turntree test tests/cases.jsonl --url http://127.0.0.1:8000/chat
  turntree test tests --min-pass-rate 90 --fail-on-regression -o junit.xml
`;
const moreExamples = `  turntree test tests/cases.jsonl --dry-run       what would run
  turntree test tests/cases.csv --scorer tone     rows of a table
  turntree test scripts.my.agent.tools            script tests
  turntree test "agents:tests.generator?count=10&focus=edge-cases" -n my.agent --dry-run
`;
