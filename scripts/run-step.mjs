import { spawn } from 'node:child_process';

/** Runs a command of node_modules/.bin or of the system, showing what it prints. Answers its exit code. */
export function runStep(command, args, options = {}) {
  return exitCode(start(command, args, { stdio: 'inherit', ...options }));
}

/** The same for a command beside others: what it prints comes back in one piece. */
export async function runBeside(command, args) {
  const child = start(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: coloured(process.env) });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return { code: await exitCode(child), output };
}

/** The same for a step that takes a while: one line says how it went, and what it printed is shown if it failed. */
export async function runQuietly(name, command, args) {
  if (process.argv.includes('--verbose')) return runStep(command, args);
  process.stdout.write(`${name}… `);
  const started = performance.now();
  const { code, output } = await runBeside(command, args);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(code === 0 ? `done (${seconds} s)\n` : `failed (${seconds} s)\n${output}`);
  return code;
}

function start(command, args, options) {
  return spawn(command, args, { shell: process.platform === 'win32', ...options });
}

function exitCode(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(signal === null ? code : 1));
  });
}

function coloured(variables) {
  return process.stdout.isTTY && !('NO_COLOR' in variables) ? { FORCE_COLOR: '1', ...variables } : variables;
}
