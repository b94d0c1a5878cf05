import { spawn } from 'node:child_process';

/** Runs a command of node_modules/.bin or of the system, showing what it prints. Answers its exit code. */
export function runStep(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', shell: process.platform === 'win32', ...options });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(signal === null ? code : 1));
  });
}
