import { Command, CommanderError } from 'commander';
import { cliExtensions } from '../extensions/registered/cli-extensions.ts';
import type { ExtensionCommand } from '../run/cli-extension.ts';
import type { CliHost } from '../run/command-line.ts';
import { toErrorExplanation } from '../run/explain-error.ts';
import { hideQueueKeyInOutput } from '../run/machine/queue-key.ts';
import type { ServingTerminal } from '../run/serve/serve-dashboard.ts';
import { maskSecretsInOutput, type Terminal } from '../run/terminal.ts';
import { NothingToRunError } from '../run/usage-error.ts';
import { getOwnVersion } from '../run/version.ts';
// Not imported from the index of its folder, because `turntree --help` must not load the schemas.
import { findNearestWord } from '../values/index.ts';
import { detailedExitCodes } from '../verdict/exit-codes.ts';
import { addAttackCommand } from './commands/attack.ts';
import { addBaselineCommand } from './commands/baseline.ts';
import { addBisectCommand } from './commands/bisect.ts';
import { addCompareCommand } from './commands/compare.ts';
import { addCompletionCommand } from './commands/completion.ts';
import { addConnectorsCommand } from './commands/connectors.ts';
import { addExtractCommand } from './commands/extract.ts';
import { addHistoryCommand } from './commands/history.ts';
import { addInferCommand } from './commands/infer.ts';
import { addInitCommand } from './commands/init.ts';
import { addJudgeCommand } from './commands/judge.ts';
import { addLintCommand } from './commands/lint.ts';
import { addListCommand } from './commands/list.ts';
import { addMcpCommand } from './commands/mcp.ts';
import { addMergeCommand } from './commands/merge.ts';
import { addMutateCommand } from './commands/mutate.ts';
import { addPruneCommand } from './commands/prune.ts';
import { addRegradeCommand } from './commands/regrade.ts';
import { addReportCommand } from './commands/report.ts';
import { addSchemaCommand } from './commands/schema.ts';
import { addShowCommand } from './commands/show.ts';
import { addSimulatorCommand } from './commands/simulator.ts';
import { addTestCommand, showAllFlagsInHelp } from './commands/test.ts';
import { addTryCommand } from './commands/try.ts';
import { addUiCommand } from './commands/ui.ts';
import { addWhyCommand } from './commands/why.ts';
import { computeHelpWidth, wrapHelpText } from './fit-help.ts';
import { replaceProgramName, withInvokedProgramName } from './invoked-program-name.ts';
import { printErrorMessage } from './print-error-message.ts';

/**
 * Executes a command line, given without `node` and the script, and returns the exit code. For an invalid command line,
 * prints the mistake.
 */
export async function main(argv: readonly string[], host: ServingTerminal): Promise<number> {
  const terminal = maskSecretsInOutput(withInvokedProgramName(hideQueueKeyInOutput(host)));
  let exitCode = 0;
  const setExitCode = (code: number): void => {
    exitCode = code;
  };
  const program = createProgram(terminal, setExitCode, argv[0]);
  showAllFlagsInHelp(program, argv);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    return printErrorAndExitCode(error, { argv, terminal, program });
  }
}

/**
 * Creates the program. If `onlyCommand`, the name or alias of a command, is given, the commands after it are not added,
 * because adding all commands takes 5 ms.
 */
export function createProgram(terminal: ServingTerminal, exit: (code: number) => void, onlyCommand?: string): Command {
  const { calledAs } = terminal;
  const program = new Command(calledAs ?? 'turntree')
    .description('Test AI agents: cases from files, simulated conversations, a history, a dashboard.')
    .version(getOwnVersion())
    .configureOutput({
      getOutHelpWidth: () => computeHelpWidth(terminal.stdout),
      writeOut: (text) =>
        terminal.stdout.write(replaceProgramName(wrapHelpText(text, computeHelpWidth(terminal.stdout)), calledAs)),
      writeErr: () => undefined,
    })
    .exitOverride()
    .showSuggestionAfterError()
    // Lists commands without their arguments, so that their descriptions fit on the same line.
    .configureHelp({ subcommandTerm: (command) => [command.name(), ...command.aliases()].join('|') })
    .addHelpText('after', programExamples);
  for (const [title, commands] of listCommandGroups()) {
    program.commandsGroup(title);
    for (const addCommand of commands) {
      addCommand({ program, terminal, exit });
      const added = program.commands.at(-1);
      if (onlyCommand !== undefined && (added?.name() === onlyCommand || added?.aliases().includes(onlyCommand)))
        return program;
    }
  }
  program.helpCommand('help [command]', 'Print the help of a command.');
  return program;
}

type CommandGroup = [title: string, commands: ((host: CliHost) => void)[]];

function listCommandGroups(): CommandGroup[] {
  return [
    [
      'Test:',
      [
        addTryCommand,
        addTestCommand,
        addAttackCommand,
        ...listExtensionCommands('behind test'),
        addLintCommand,
        addListCommand,
        addConnectorsCommand,
      ],
    ],
    [
      'Look at results:',
      [
        ...[addUiCommand, addWhyCommand, addShowCommand, addCompareCommand, addBisectCommand, addReportCommand],
        ...[addExtractCommand, addMergeCommand],
      ],
    ],
    ['Improve a suite:', [addRegradeCommand, addMutateCommand, addInferCommand, addJudgeCommand, addSimulatorCommand]],
    ['Manage the history:', [addBaselineCommand, addHistoryCommand, addPruneCommand]],
    ['Import and export:', listExtensionCommands('in and out')],
    ['Set up:', [addInitCommand, addSchemaCommand, addMcpCommand, addCompletionCommand]],
  ];
}

function listExtensionCommands(place: ExtensionCommand['place']): ((host: CliHost) => void)[] {
  return cliExtensions.flatMap(({ commands }) =>
    commands.flatMap((command) => (command.place === place ? command.add : [])),
  );
}

const programExamples = `
Flags and examples of a command: turntree help <command>

Examples:
  turntree init my-tests                    a workspace to start from
  turntree try http://127.0.0.1:8000/chat   talk to an agent, get a first suite
  turntree test tests/cases.jsonl           run a suite
  turntree test tests/cases.jsonl --runs 5  every case five times: is it stable?
  turntree test "Hello" -n greeter          send one message to an agent
  turntree why                              what failed in the newest run
  turntree ui                               the dashboard
  turntree compare 019a4f02 latest          what changed between two runs
`;

type ErrorMessageContext = { argv: readonly string[]; terminal: Terminal; program: Command };

function printErrorAndExitCode(error: unknown, { argv, terminal, program }: ErrorMessageContext): number {
  const { stderr } = terminal;
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    stderr.write(formatCommandLineError(error, { argv, terminal, program }));
    return wantsDetailedExitCodes(argv) ? detailedExitCodes.configuration : 1;
  }
  const explanation = toErrorExplanation(error);
  printErrorMessage(explanation, terminal);
  return wantsDetailedExitCodes(argv) && explanation.stack === undefined ? getDetailedExitCode(error) : 1;
}

function formatCommandLineError(
  { code, message }: CommanderError,
  { argv, terminal, program }: ErrorMessageContext,
): string {
  const [first, unknownCommand] = argv;
  if (code === 'commander.help' && first === 'help' && unknownCommand !== undefined) {
    return `turntree: ${formatUnknownCommandMessage(unknownCommand, program)}\n`;
  }
  if (code === 'commander.help') {
    const help = wrapHelpText(`${program.helpInformation()}${programExamples}`, computeHelpWidth(terminal.stderr));
    return replaceProgramName(help, terminal.calledAs);
  }
  const readableMessage = toReadableMessage(message);
  const [, name] = code === 'commander.unknownCommand' ? (/^unknown command '(.*?)'/.exec(readableMessage) ?? []) : [];
  return `turntree: ${name === undefined ? readableMessage : formatUnknownCommandMessage(name, program)}\n`;
}

/** Suggests a similar command, but never one that deletes something: for `rnu`, commander could suggest `prune`. */
function formatUnknownCommandMessage(unknownCommand: string, program: Command): string {
  const names = program.commands.flatMap((command) => [command.name(), ...command.aliases()]);
  const nearest = findNearestWord(
    unknownCommand,
    names.filter((name) => !deletingCommands.has(name)),
  );
  return `unknown command '${unknownCommand}'${nearest === undefined ? '' : ` (Did you mean ${nearest}?)`}`;
}

const deletingCommands: ReadonlySet<string> = new Set(['prune']);

/** Returns commander's error message in one line and without its standard phrases. */
function toReadableMessage(message: string): string {
  return message
    .replace(/^error: /, '')
    .replace(/^command-argument value ('.*') is invalid for argument '(.*)'\./, '<$2> cannot be $1.')
    .replaceAll(/(?<!\s)\s*\n\s*/g, ' ');
}

/** Searches the original words of the command line, because the error may have occurred before they were parsed. */
function wantsDetailedExitCodes(argv: readonly string[]): boolean {
  return /(^| )--exit-codes[ =]detailed( |$)/.test(argv.join(' '));
}

function getDetailedExitCode(error: unknown): number {
  return error instanceof NothingToRunError ? detailedExitCodes.nothingToRun : detailedExitCodes.configuration;
}
