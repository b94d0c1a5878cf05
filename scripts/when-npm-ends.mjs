import { execFileSync } from 'node:child_process';
import path from 'node:path';

const EVERY_MS = 500;
const shells = new Set(['sh', 'ash', 'bash', 'dash', 'ksh', 'zsh']);

/**
 * Calls `end` when npm, or the shell in which npm runs scripts, has exited. A killed npm leaves its child processes
 * running, and they have no channel to npm that would close. Does nothing for a program that npm did not start.
 */
export function whenNpmEnds(end) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const { name, ppid } = describeProcess(parent);
  // The shell may have replaced itself with the script, or it waits for the script. So npm is either the parent or the
  // grandparent.
  const npm = shells.has(path.basename(name)) ? ppid : parent;
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(npm)) return;
    clearInterval(timer);
    end();
  }, EVERY_MS);
  timer.unref();
}

function describeProcess(pid) {
  const [ppid = '', ...name] = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/);
  return { ppid: Number(ppid), name: name.join(' ').replace(/^-/, '') };
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
