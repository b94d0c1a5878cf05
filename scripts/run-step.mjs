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
