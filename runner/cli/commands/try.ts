import path from 'node:path';
import type { CliHost } from '../../run/command-line.ts';
import { appendText } from '../../run/flag-values.ts';
import { addEnvFileVariables } from '../../run/load/env-files.ts';
import { listenForStopSignals } from '../../run/machine/stop-signals.ts';
import { formatCommandLine } from '../../run/report/rerun-command.ts';
import type { Terminal } from '../../run/terminal.ts';
import type { TriedAgent, TryRequest } from '../../run/try-agent.ts';
import { toErrorMessage } from '../../values/index.ts';
import { runTests } from '../run-tests.ts';

type TryFlags = Omit<TryRequest, 'target'> & { env?: string[]; open: boolean; browser?: boolean };

export function addTryCommand({ program, terminal, exit }: CliHost): void {
  program
    .command('try')
    .description('Talk to an agent, and turn that conversation into a first suite.')
    .argument('<agent>', 'the address of the agent, its file, or the folder of its workspace')
    .option(
      '-g, --goal <text>',
      'what the built-in user wants from the agent; without it, you talk to the agent yourself',
    )
    .option('--fact <name=value>', 'something that the user knows, and tells when asked; may be repeated', appendText)
    .option(
      '-y, --yes',
      'ask nothing: missing facts are unknown, and an agent whose calls may not be repeated is called only once',
    )
    .option('-n, --name <agent>', 'the name of the agent in the config, or which agent to use if a folder has several')
    .option('-a, --app <dir>', 'the workspace to write to (default: the one that contains the current folder)')
    .option('-e, --env <file>', 'variables for the agent, such as its key; may be repeated', appendText)
    .option('--model <id>', 'the model to use, if the address offers several')
    .option('--output <path>', 'the JSON path of the text in the answer of the agent, if several fields are possible')
    .option('--export <name>', 'the export that is the agent, if a module has several')
    .option('--browser', 'talk to the agent in the dashboard instead')
    .option('--no-open', 'do not open the run in the dashboard')
    .option('--json', 'for programs: exchange messages and answers as lines of JSON, without a run')
    .addHelpText('after', examples)
    .action(async (target: string, { open, browser, env = [], ...tryFlags }: TryFlags) => {
      if (browser === true) return serveTryPage({ target, ...tryFlags }, { env }, terminal);
      const tryResult = await tryAgentUntilStopped({ target, ...tryFlags }, addEnvFileVariables(terminal, env));
      if (typeof tryResult === 'number') return exit(tryResult);
      if (tryFlags.json === true) return;
      const { root, suiteKey, runId, mayRun } = tryResult;
      const file = path.relative(terminal.cwd, path.join(root, suiteKey));
      const rerunCommand = formatCommandLine(['npx', 'turntree', 'test', file, ...env.flatMap((each) => ['-e', each])]);
      if (!mayRun) {
        terminal.stdout.write(
          `The suite was not run, because that would call the agent again. Run it:  ${rerunCommand}\n`,
        );
        return;
      }
      const flags = { app: root, runId, output: false as const, env };
      const code = await runTests({ inputs: [file], flags }, terminal);
      exit(code);
      terminal.stdout.write(`Run it again:  ${rerunCommand}\n`);
      await showTriedRun({ root, runId, code, open, env }, terminal);
    });
}

/**
 * Returns the agent that was found. If the user stops the command, for example with Ctrl-C, returns an exit code
 * instead.
 */
async function tryAgentUntilStopped(request: TryRequest, terminal: Terminal): Promise<TriedAgent | number> {
  const { tryAgent } = await import('../../run/try-agent.ts');
  const stop = listenForStopSignals();
  try {
    return await tryAgent(request, terminal, stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    terminal.stderr.write('turntree: stopped; nothing was written\n');
    return stop.exitCode();
  } finally {
    stop.release();
  }
}

/** Starts the dashboard and opens the page on which the user can talk to the agent. */
async function serveTryPage(request: TryRequest, { env }: { env: string[] }, terminal: Terminal) {
  const { serveDashboard } = await import('../../run/serve/serve-dashboard.ts');
  const { resolveTryPageLocation: resolveTryPage } = await import('../../run/try/try-page-path.ts');
  await serveDashboard({ ...resolveTryPage(request, terminal), env }, terminal);
}

type TryResult = { root: string; runId: string; code: number; open: boolean; env: string[] };

/**
 * If the output is a terminal, starts the dashboard and opens the page of the run. Otherwise, prints the command that
 * does this.
 */
async function showTriedRun({ root, runId, code, open, env }: TryResult, terminal: Terminal): Promise<void> {
  const page = `/runs/${runId}`;
  const { stdout, stderr, cwd } = terminal;
  if (open && stdout.isTTY === true && process.stdin.isTTY === true) {
    const { serveDashboard } = await import('../../run/serve/serve-dashboard.ts');
    process.exitCode = code;
    await serveDashboard({ app: root, page, env }, terminal).catch((error: unknown) => {
      stderr.write(`turntree: ${toErrorMessage(error)}\n`);
    });
  }
  const lookCommand = formatCommandLine(['npx', 'turntree', 'ui', ...(root === cwd ? [] : ['-a', root])]);
  stdout.write(`Look at it:    ${lookCommand}\n               http://127.0.0.1:4319${page}\n`);
}

const examples = `
With --goal, the built-in user talks to the agent once, without a model. You are asked for the facts that the agent asks for. If the agent may be called
again, two more conversations follow. Without a goal, you talk to it: up to three messages, or lines of standard input. What happened becomes
tests/<agent>/first.jsonl, with checkpoints for what the agent asked, called and said; the agent gets an entry in runner.config.json. Then the suite
runs, unless that calls an agent again that may not be repeated.

Examples:
  turntree try http://127.0.0.1:8000/chat --goal "get a refund for order W2378156"
  turntree try src/agent.ts --goal "cancel my booking" --fact "booking number=B-77" --yes
  turntree try http://127.0.0.1:8000/chat          you talk to it
  turntree try http://127.0.0.1:11434 --model llama3.2
  turntree try http://127.0.0.1:8000/chat --output data.reply
  turntree try src/agent.ts --export desk
  turntree try src/agent.ts -e .env                the file has the key of its model
  turntree try agent.py -a my-tests                a program; the suite is written to my-tests
  turntree try src/agent.ts --browser
  turntree try .                                   the agent of this workspace
`;
