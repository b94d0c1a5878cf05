import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ensureBuild } from './ensure-build.mjs';
import { runStep } from './run-step.mjs';
import { startFlags } from './start-flags.mjs';

const WORKSPACE = 'examples';
const EXAMPLE = 'examples/assistants/expense/tests/conversations.jsonl';

await ensureBuild();

const flags = startFlags(process.argv.slice(2), process.env);
const ui = spawn(process.execPath, ['bin/runner.cjs', 'ui', '--app', WORKSPACE, ...flags], {
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  env: { ...process.env, TURNTREE_TIED: '1' },
});
for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => ui.kill(name));
ui.on('exit', (code) => process.exit(code ?? 1));

const address = await addressOf(ui);
console.log(`\nOpen the dashboard now to watch the example run:\n  ${address}\n`);
const code = await runStep(process.execPath, ['bin/runner.cjs', 'test', EXAMPLE, '--no-output', ...databaseFlag()]);
console.log(code === 0 ? 'The example passed.' : `The example ended with exit code ${code}.`);
console.log(`\nThe dashboard stays (stop it with Ctrl-C):\n  ${address}`);
await once(ui, 'exit');

async function addressOf(child) {
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
