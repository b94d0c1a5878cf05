/** Sends a signal to a process and to all its descendants that have not left its process group. */
export function signalProcessGroup({ pid }: { pid?: number | undefined }, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    killWindowsProcessTree(pid);
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // The group no longer exists.
  }
}

/**
 * Kills a process tree on Windows, which has no process groups. `taskkill /T` finds the descendants only while the
 * first process is alive.
 */
function killWindowsProcessTree(pid: number): void {
  // Node's module for child processes is imported only here, because every process of user code loads this file, but
  // few of them start a process.
  const { spawn } = process.getBuiltinModule('node:child_process');
  spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on('error', ignoreError);
}

function ignoreError(): void {
  // The process has already ended.
}
