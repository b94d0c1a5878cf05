/** The exit codes with `--exit-codes detailed`, which distinguish kinds of failure. */
export const detailedExitCodes = { failed: 1, configuration: 2, infrastructure: 3, nothingToRun: 5 } as const;

/** The exit codes of a process that a signal stopped: 128 plus the number of the signal, as in shells. */
export const stopExitCodes = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 } as const;
