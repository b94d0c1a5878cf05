import { spawn } from 'node:child_process';
import { explainFailure } from './explain-failure.mjs';

/** Runs a command of node_modules/.bin or of the system and shows its output. Returns the exit code. */
export function runStep(command, args, options = {}) {
  return exitCode(spawnStep(command, args, { stdio: ['inherit', 'inherit', 'inherit'], ...options }));
}

/** Like `runStep`, for commands that run in parallel: returns the whole output at the end. */
export async function runBeside(command, args, options = {}) {
  const child = spawnStep(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: withColour(process.env),
    ...options,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return { code: await exitCode(child), output };
}

/** Like `runStep`, for slow steps: prints one line with the result, and the output only on failure. */
export async function runQuietly(name, command, args, options = {}) {
  if (process.argv.includes('--verbose')) return runStep(command, args, options);
  process.stdout.write(`${name}… `);
  const started = performance.now();
  const { code, output } = await runBeside(command, args, options);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const why = code === 0 ? '' : explainFailure(output, process.cwd());
  process.stdout.write(code === 0 ? `done (${seconds} s)\n` : `failed (${seconds} s)\n${why.trimEnd()}\n`);
  return code;
}

/** Starts a program. If it is `tied` and requires bin/end-with-parent.cjs, it ends together with this process. */
function spawnStep(command, args, { tied = false, env = process.env, stdio, ...options }) {
  const tie = tied ? { stdio: [...stdio, 'ipc'], env: { ...env, TURNTREE_TIED: '1' } } : { stdio, env };
  return spawn(command, args, { shell: process.platform === 'win32', ...options, ...tie });
}

/** Returns the exit code of a command; if the command does not exist, the exit code that a shell would return. */
function exitCode(child) {
  return new Promise((resolve, reject) => {
    child.on('error', (error) => {
      if (error.code !== 'ENOENT') return reject(error);
      console.error(`${child.spawnfile} is not installed`);
      resolve(127);
    });
    child.on('close', (code, signal) => resolve(signal === null ? code : 1));
  });
}

function withColour(variables) {
  return process.stdout.isTTY && !('NO_COLOR' in variables) ? { FORCE_COLOR: '1', ...variables } : variables;
}
