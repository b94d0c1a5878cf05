const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

export type StopSignals = {
  signal: AbortSignal;
  /** Returns the exit code of a stopped process. */
  exitCode(): number;
  release(): void;
};

/** The first SIGINT or SIGTERM asks the run to stop; the second ends the process where it is. */
export function listenForStop(): StopSignals {
  const controller = new AbortController();
  const listen = (name: keyof typeof exitCodes): (() => void) => {
    const onSignal = (): void => {
      if (controller.signal.aborted) process.exit(exitCodes[name]);
      controller.abort(name);
    };
    process.on(name, onSignal);
    return () => process.off(name, onSignal);
  };
  const releases = [listen('SIGINT'), listen('SIGTERM')];
  return {
    signal: controller.signal,
    exitCode: () => (controller.signal.reason === 'SIGTERM' ? exitCodes.SIGTERM : exitCodes.SIGINT),
    release() {
      for (const release of releases) release();
    },
  };
}
