import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import oldNode from '../bin/old-node.cjs';
import { ensureCli, ensureDashboard, exitUnlessBuilt } from './ensure-build.mjs';
import { startFlags, wrongPort } from './start-flags.mjs';
import { whenNpmEnds } from './when-npm-ends.mjs';

const WORKSPACE = 'examples';
const EXAMPLE = 'examples/assistants/expense/tests/conversations.jsonl';

if (!existsSync('node_modules/next')) exitWithReason('The packages are not installed. Install them first: npm ci');
if (oldNode.isOld) oldNode.refuse();
const flags = startFlags(process.argv.slice(2), process.env);
const problem = wrongPort(flags);
if (problem !== undefined) exitWithReason(problem);
// All programs that are started below end together with the current process.
whenNpmEnds(() => process.exit(129));

exitUnlessBuilt(await ensureCli());
// Runs the example while the dashboard is built, so that the dashboard shows a run when it is first opened.
const example = startProgram(['test', EXAMPLE, '--no-output', ...databaseFlag()]);
const printed = Promise.all([text(example.stdout), text(example.stderr), once(example, 'close')]);
exitUnlessBuilt(await ensureDashboard());

const ui = startProgram(['ui', '--app', WORKSPACE, ...flags]);
ui.stderr.pipe(process.stderr);
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => ui.kill(name));
ui.on('exit', (code) => process.exit(code ?? 1));

const address = await waitForAddress(ui);
console.log(`\nOpen the dashboard; the example run is in it:\n  ${address}\n`);
const [stdout, stderr, [code]] = await printed;
process.stdout.write(stdout);
process.stderr.write(stderr);
console.log(code === 0 ? 'The example passed.' : `The example ended with exit code ${code}.`);
console.log(`\nThe dashboard stays (stop it with Ctrl-C):\n  ${address}`);
await once(ui, 'exit');

function startProgram(args) {
  return spawn(process.execPath, ['bin/turntree.cjs', ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, TURNTREE_TIED: '1' },
  });
}

async function waitForAddress(child) {
  for await (const line of createInterface({ input: child.stdout })) {
    const found = /http:\/\/\S+/.exec(line);
    if (found !== null) return found[0];
  }
  process.exit(1);
}

function databaseFlag() {
  const position = flags.indexOf('--db');
  return position === -1 ? [] : ['--db', flags[position + 1]];
}

function exitWithReason(reason) {
  console.error(reason);
  process.exit(1);
}
