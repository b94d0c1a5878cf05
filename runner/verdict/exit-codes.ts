/** Exit codes that tell kinds of failure apart, for whoever asks for `--exit-codes detailed`. */
export const detailedExitCodes = { failed: 1, configuration: 2, infrastructure: 3, nothingToRun: 5 } as const;
