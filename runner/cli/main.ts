import { Command, CommanderError } from 'commander';
import { installationFolder, toolVersion } from '../../lib/env.ts';
import { collect, parseCount, parsePort, parseTimeout, UsageError } from './flags.ts';
import { addLintCommand } from './program/add-lint-command.ts';
import { addListCommand } from './program/add-list-command.ts';
import { addSchemaCommand } from './program/add-schema-command.ts';
import { addShowCommand } from './program/add-show-command.ts';
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

function addTestCommand(program: Command, terminal: Terminal, exit: (code: number) => void): void {
  program
    .command('test')
    .description('Run cases against an agent.')
    .argument('[input]', 'a case file (.jsonl, .json) or a message')
    .option('-i, --input <src>', 'the same as the argument')
    .option('-o, --output <file>', 'a report: .jsonl, .json, .md or .xml; may be repeated', collect)
    .option('--no-output', 'write no report; the results are in the history')
    .option('-n, --name <agent>', 'the agent to test (found from the input when left out)')
    .option('-a, --app <dir>', 'the workspace (found from the input when left out)')
    .option('-e, --env <file>', 'variables for agents and connectors; may be repeated, later files win', collect)
    .option('-c, --connector <id>', "the model of the tested agent, instead of the agent's own")
    .option('-u, --user <id>', 'who talks to the agent (default: test-user)')
    .option('-t, --team <id>', 'their team (default: test-team)')
    .option('-v, --verbose', 'print turns, tool calls and logs')
    .option('-q, --quiet', 'print the verdict and failures only')
    .option('--simulator <agent>', 'who plays the user in dynamic cases that name nobody')
    .option('--runs <n>', 'attempts per case', parseCount('--runs'), 1)
    .option('--run <regex>', 'only cases whose id or name matches')
    .option('--case <id>', 'only this case; may be repeated', collect)
    .option('--tag <tag>', 'only cases with this tag; may be repeated', collect)
    .option('--timeout <duration>', 'time for one attempt, such as 30s or 2m30s (default: 2m)', parseTimeout)
    .option('--parallel <n>', 'attempts at once', parseCount('--parallel'), 1)
    .option('--concurrency <n>', 'the same as --parallel', parseCount('--concurrency'))
    .option('--fail-fast', 'start nothing more after the first failure')
    .option('--dry-run', 'print the selected cases as JSON lines and run nothing')
    .option('--db <file>', 'the history (default: .runner/history.db in the workspace)')
    .option('--no-history', 'keep no history of this run')
    .option('--run-id <uuid>', 'the id of the run')
    .option('--color', 'colours, also where the output is no terminal')
    .option('--no-color', 'no colours')
    .addHelpText('after', testExamples)
    .action(
      async (input: string | undefined, { concurrency, ...flags }: { concurrency?: number }, command: Command) => {
        const { runTestCommand } = await import('./commands/test.ts');
        // commander says "true" for --no-flags nobody gave; only what was given counts.
        const given = Object.entries(flags).filter(([name]) => command.getOptionValueSource(name) === 'cli');
        const parallel = concurrency === undefined ? {} : { parallel: concurrency };
        exit(await runTestCommand(input, { ...parallel, ...Object.fromEntries(given) }, terminal));
      },
    );
}

const testExamples = `
Examples:
  runner test tests/cases.jsonl --case T004 -v
  runner test tests/cases.jsonl --runs 10 --parallel 4 -o stability.json
  runner test tests/cases.jsonl --tag smoke --fail-fast -o results.jsonl -o results.json
`;

function addUiCommand(program: Command, terminal: Terminal, exit: (code: number) => void): void {
  program
    .command('ui')
    .description('Serve the dashboard of a workspace on this machine.')
    .option('-a, --app <dir>', 'the workspace (found from the current folder when left out)')
    .option('--port <n>', 'the port; a busy one picks the next, 0 any free one', parsePort)
    .option('--db <file>', 'the history (default: .runner/history.db in the workspace)')
    .action(async (flags: { app?: string; port?: number; db?: string }) => {
      const { runUiCommand } = await import('./commands/ui.ts');
      exit(await runUiCommand(flags, terminal));
    });
}

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
