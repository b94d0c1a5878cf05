/** How busy this machine was during a measured period. */
export type MachineLoad = {
  /** Total delay of this process's event loop, in milliseconds. */
  lateMs: number;
  /**
   * The share of the machine's CPU time that this process and its child processes used, 0 to 1; undefined if unknown.
   */
  ownShare?: number | undefined;
};

export type LoadMeter = {
  /** Starts a measurement; the returned function returns the load since the start. */
  begin(): () => MachineLoad;
};
