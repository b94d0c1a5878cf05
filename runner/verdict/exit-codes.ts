/** Exit codes for `--exit-codes detailed`, which distinguish kinds of failure. */
export const detailedExitCodes = { failed: 1, configuration: 2, infrastructure: 3, nothingToRun: 5 } as const;

/** Exit codes of a stopped run: 128 plus the signal number, as in shells. */
export const stopExitCodes = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 } as const;
