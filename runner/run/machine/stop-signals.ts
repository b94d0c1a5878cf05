import { type StopSignal, stopSignals } from '../../fold/run-evaluator.ts';
import { stopExitCodes } from '../../verdict/exit-codes.ts';

export type StopSignals = {
  signal: AbortSignal;
  /** Returns the exit code of a stopped process. */
  exitCode(): number;
  release(): void;
};

/**
 * The first stop signal cancels the run; the second ends the process immediately. A repeated SIGHUP is ignored, because
 * both the system and the shell send SIGHUP when a terminal closes.
 */
export function listenForStopSignals(): StopSignals {
  const controller = new AbortController();
  const listenForSignal = (name: StopSignal): (() => void) => {
    const cancelOrExit = (): void => {
      if (controller.signal.aborted && name === 'SIGHUP') return;
      if (controller.signal.aborted) process.exit(stopExitCodes[name]);
      controller.abort(name);
    };
    process.on(name, cancelOrExit);
    return () => process.off(name, cancelOrExit);
  };
  // Not on Windows, where listening for SIGQUIT throws an error.
  const releases = stopSignals
    .filter((name) => name !== 'SIGQUIT' || process.platform !== 'win32')
    .map(listenForSignal);
  return {
    signal: controller.signal,
    exitCode: () => stopExitCodes[stopSignals.find((name) => name === controller.signal.reason) ?? 'SIGINT'],
    release() {
      for (const release of releases) release();
    },
  };
}
