import { Command, CommanderError } from 'commander';
import { sqliteProblem } from '../../lib/db/sqlite-problem.ts';
import { installationFolder, toolVersion } from '../../lib/installation.ts';
import { discreet, type Terminal } from '../run/terminal.ts';
import { NothingToRun, UsageError } from '../run/usage-error.ts';
// Not through the door: `runner --help` must not load the schemas.
import { detailedExitCodes } from '../verdict/exit-codes.ts';
import { addCompareCommand } from './program/add-compare-command.ts';
import { addCompletionCommand } from './program/add-completion-command.ts';
import { addConnectorsCommand } from './program/add-connectors-command.ts';
import { addExtractCommand } from './program/add-extract-command.ts';
import { addHistoryCommand } from './program/add-history-command.ts';
import { addInitCommand } from './program/add-init-command.ts';
import { addLintCommand } from './program/add-lint-command.ts';
import { addListCommand } from './program/add-list-command.ts';
import { addMergeCommand } from './program/add-merge-command.ts';
import { addPruneCommand } from './program/add-prune-command.ts';
import { addReportCommand } from './program/add-report-command.ts';
import { addSchemaCommand } from './program/add-schema-command.ts';
import { addShowCommand } from './program/add-show-command.ts';
import { addTestCommand } from './program/add-test-command.ts';
import { addUiCommand } from './program/add-ui-command.ts';

/** Runs one command line (without `node` and the script). Answers the exit code; prints what is wrong with the line. */
export async function main(argv: readonly string[], outside: Terminal): Promise<number> {
  const terminal = discreet(outside);
  let exitCode = 0;
  const program = createProgram(terminal, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    return explain(error, { argv, terminal, program });
  }
}

function createProgram(terminal: Terminal, exit: (code: number) => void): Command {
  const program = new Command('runner')
    .description('Test AI agents: cases from files, simulated conversations, a history, a dashboard.')
    .version(toolVersion(installationFolder()))
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: () => undefined,
    })
    .exitOverride()
    .showSuggestionAfterError()
    .addHelpText('after', programExamples);
  program.commandsGroup('Test:');
  addTestCommand(program, terminal, exit);
  addLintCommand(program, terminal, exit);
  addListCommand(program, terminal, exit);
  addConnectorsCommand(program, terminal, exit);
  program.commandsGroup('Look at results:');
  addUiCommand(program, terminal, exit);
  addShowCommand(program, terminal, exit);
  addReportCommand(program, terminal, exit);
  addExtractCommand(program, terminal, exit);
  addCompareCommand(program, terminal, exit);
  addMergeCommand(program, terminal, exit);
  program.commandsGroup('Look after the history:');
  addHistoryCommand(program, terminal, exit);
  addPruneCommand(program, terminal, exit);
  program.commandsGroup('Set up:');
  addInitCommand(program, terminal, exit);
  addSchemaCommand(program, terminal);
  addCompletionCommand(program, terminal);
  program.helpCommand('help [command]', 'Print the help of a command.');
  return program;
}

const programExamples = `
Examples:
  runner init my-tests                             a workspace to start from
  runner test tests/cases.jsonl                    run a case file; the agent is found above it
  runner test tests/cases.jsonl --runs 5           run every case five times: how stable is it?
  runner test tests/cases.jsonl -c openai.gpt-4o   the same cases on another model
  runner test "Hello" -n greeter                   ask an agent one thing
  runner lint                                      check all case files without running them
  runner list                                      the suites and agents of this workspace
  runner connectors                                the models that can be asked, and which keys are missing
  runner show latest                               the newest run of the history
  runner report latest -o report.html              a page of it that opens by double-click
  runner compare 019a4f02 latest                   what changed from one run to another
  runner ui                                        the dashboard of this workspace
  runner prune --older-than 90d --dry-run          which runs are old enough to go
`;

type Mistake = { argv: readonly string[]; terminal: Terminal; program: Command };

function explain(thrown: unknown, { argv, terminal: { stderr }, program }: Mistake): number {
  const error = sqliteProblem(thrown) ?? thrown;
  const exitCode = exitCodeOf(error, argv);
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    if (error.code === 'commander.help') {
      stderr.write(`${program.helpInformation()}${programExamples}`);
      return exitCode;
    }
    stderr.write(`runner: ${readable(error.message)}\n`);
    return exitCode;
  }
  if (!(error instanceof Error)) throw error;
  const details = 'details' in error && Array.isArray(error.details) ? error.details : [];
  stderr.write(`runner: ${error.message}\n`);
  for (const detail of details) stderr.write(`  ${String(detail).replaceAll('\n', '\n  ')}\n`);
  if (isUnexpected(error)) stderr.write(`${error.stack ?? ''}\n`);
  const [first = '', ...others] = error.message.split('\n');
  if (details.length + others.length > 0) stderr.write(`runner: exit ${exitCode}: ${first}\n`);
  return exitCode;
}

/** Returns commander's message on one line and without its own words. */
function readable(message: string): string {
  return message
    .replace(/^error: /, '')
    .replace(/^command-argument value ('.*') is invalid for argument '(.*)'\./, '<$2> cannot be $1.')
    .replaceAll(/\s*\n\s*/g, ' ');
}

/** Returns the exit code of a failure before the first case; the command line may be unparsed, so its words count. */
function exitCodeOf(error: unknown, argv: readonly string[]): number {
  const words = argv.join(' ');
  if (!/(^| )--exit-codes[ =]detailed( |$)/.test(words)) return 1;
  if (error instanceof NothingToRun) return detailedExitCodes.nothingToRun;
  if (error instanceof CommanderError) return detailedExitCodes.configuration;
  return error instanceof Error && isUnexpected(error) ? 1 : detailedExitCodes.configuration;
}

/** An unexpected error is a defect of ours, and its stack helps to fix it. */
function isUnexpected(error: Error): boolean {
  const expected = ['AppError', 'AgentError', 'InputError', 'UsageError', 'ZodError'];
  return !(error instanceof UsageError) && !expected.includes(error.name);
}
