import { Command, CommanderError } from 'commander';
import { installationFolder, toolVersion } from '../../lib/installation.ts';
import { UsageError } from './flags.ts';
import { addLintCommand } from './program/add-lint-command.ts';
import { addListCommand } from './program/add-list-command.ts';
import { addSchemaCommand } from './program/add-schema-command.ts';
import { addShowCommand } from './program/add-show-command.ts';
import { addTestCommand } from './program/add-test-command.ts';
import { addUiCommand } from './program/add-ui-command.ts';
import type { Terminal } from './terminal.ts';

/** Runs one command line (without `node` and the script). Answers the exit code; prints what is wrong with the line. */
export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode = 0;
  const program = createProgram(terminal, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    return explain(error, { terminal, program });
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
  addTestCommand(program, terminal, exit);
  addLintCommand(program, terminal, exit);
  addListCommand(program, terminal, exit);
  addShowCommand(program, terminal, exit);
  addSchemaCommand(program, terminal);
  addUiCommand(program, terminal, exit);
  return program;
}

const programExamples = `
Examples:
  runner test tests/cases.jsonl                    run a case file; the agent is found above it
  runner test tests/cases.jsonl --runs 5           run every case five times: how stable is it?
  runner test tests/cases.jsonl -c openai.gpt-4o   the same cases on another model
  runner test "Hello" -n greeter                   ask an agent one thing
  runner lint                                      check all case files without running them
  runner list                                      the suites and agents of this workspace
  runner show latest                               the newest run of the history
  runner ui                                        the dashboard of this workspace
`;

function explain(error: unknown, { terminal: { stderr }, program }: { terminal: Terminal; program: Command }): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    if (error.code === 'commander.help') {
      stderr.write(`${program.helpInformation()}${programExamples}`);
      return 1;
    }
    stderr.write(`runner: ${error.message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ')}\n`);
    return 1;
  }
  if (!(error instanceof Error)) throw error;
  const details = 'details' in error && Array.isArray(error.details) ? error.details : [];
  stderr.write(`runner: ${error.message}\n`);
  for (const detail of details) stderr.write(`  ${String(detail)}\n`);
  if (isUnexpected(error)) stderr.write(`${error.stack ?? ''}\n`);
  return 1;
}

/** What nobody expected is a defect of ours, and its stack helps to mend it. */
function isUnexpected(error: Error): boolean {
  const expected = ['AppError', 'AgentError', 'InputError', 'UsageError', 'ZodError'];
  return !(error instanceof UsageError) && !expected.includes(error.name);
}
