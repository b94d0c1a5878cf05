/** Exit codes that tell kinds of failure apart, for whoever asks for `--exit-codes detailed`. */
export const detailedExitCodes = { failed: 1, configuration: 2, infrastructure: 3, nothingToRun: 5 } as const;

/** Of a run that was stopped: 128 and the number of the signal, as shells count them. */
export const stopExitCodes = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 } as const;
