/** How busy this machine was during a time. */
export type MachineLoad = {
  /** Milliseconds by which the event loop of this process was late, in sum. */
  lateMs: number;
  /** The share of the CPU time of the whole machine that processes of this one used, 0 to 1; nothing where nobody knows. */
  ownShare?: number | undefined;
};

export type LoadMeter = {
  /** Begins to measure; the returned function answers how busy it was since. */
  begin(): () => MachineLoad;
};
