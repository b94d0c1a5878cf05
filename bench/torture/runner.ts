import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { cliEntry } from '../measure.ts';
import type { Kill } from './table.ts';
import {
  CASES,
  examineHistory,
  latestRun,
  leftoverProcesses,
  markedProcesses,
  randomMoment,
  runToEnd,
  type TortureWorkspace,
} from './workspace.ts';

const words = ['--no-output', '--parallel', '2'];

/** Kills a run and resumes it. */
export async function tortureRunner(workspace: TortureWorkspace): Promise<Kill> {
  const before = latestRun(workspace)?.runId;
  const { child, ended, printed } = startRun(workspace);
  await randomMoment(workspace, { before, child });
  child.kill('SIGKILL');
  await ended;
  const hit = child.signalCode === 'SIGKILL';
  const findings = [...(await leftoverProcesses(workspace)), ...examineHistory(workspace, printed)];
  const latest = latestRun(workspace);
  if (latest?.status !== 'interrupted') {
    if (latest?.status !== 'passed') findings.push({ what: 'wrong end', how: `${latest?.status}` });
    return { hit, findings };
  }
  const code = await runToEnd(workspace, ['test', '--resume', 'latest', '-a', workspace.root, '--no-output', '-q']);
  const passed = latestRun(workspace)?.passed;
  if (code !== 0 || passed !== CASES) {
    findings.push({ what: 'not resumed', how: `exit ${code}, ${passed} of ${CASES} passed` });
  }
  return { hit, findings };
}

/** Kills a child process of a run; the run must continue and finish. */
export async function tortureWorker(workspace: TortureWorkspace): Promise<Kill> {
  const before = latestRun(workspace)?.runId;
  const { child, ended, printed } = startRun(workspace);
  await randomMoment(workspace, { before, child });
  const children = markedProcesses(workspace.mark).filter(({ pid }) => pid !== child.pid);
  const victim = children[randomInt(Math.max(1, children.length))];
  const hit = victim !== undefined && killIfThere(victim.pid);
  await ended;
  const findings = [...(await leftoverProcesses(workspace)), ...examineHistory(workspace, printed)];
  const latest = latestRun(workspace);
  if (latest?.status !== 'passed' && latest?.status !== 'failed') {
    findings.push({ what: 'wrong end', how: `${latest?.status}` });
  }
  return { hit, findings };
}

type TorturedRun = { child: ChildProcess; ended: Promise<unknown>; printed: Map<string, number> };

/** Starts a run, and keeps the last event that it printed. */
function startRun({ root, file, marked }: TortureWorkspace): TorturedRun {
  const child = spawn(process.execPath, [cliEntry, 'test', file, '-n', 'slow', '--json', ...words], {
    cwd: root,
    env: marked,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const printed = new Map<string, number>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    // The last line of a killed process may be incomplete.
    if (!line.endsWith('}')) return;
    const found = /^\{"v":1,"runId":"([^"]+)","seq":(\d+)/.exec(line);
    if (found !== null) printed.set(found[1] ?? '', Number(found[2]));
  });
  return { child, ended: once(child, 'close'), printed };
}

function killIfThere(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    // The process could not be killed, because it has ended meanwhile.
    return false;
  }
}
