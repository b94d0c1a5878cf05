import { SandboxLane, type SandboxListener, type SandboxOutcome } from './sandbox-lane.ts';
import type { SandboxCall } from './sandbox-protocol.ts';

/** Warm processes for scripts: one for each concurrent call, and a few spare ones. */
export type SandboxPool = {
  /** Rejects with the signal's reason when it aborts. */
  call(call: SandboxCall, listener: SandboxListener, signal: AbortSignal): Promise<SandboxOutcome>;
  close(): Promise<void>;
};

const MOST_IDLE = 16;

export function createSandboxPool(): SandboxPool {
  const lanes = new Set<SandboxLane>();
  const idle: SandboxLane[] = [];

  function takeLane(): SandboxLane {
    for (let lane = idle.pop(); lane !== undefined; lane = idle.pop()) if (lane.open) return lane;
    const fresh = new SandboxLane();
    lanes.add(fresh);
    return fresh;
  }

  async function giveBack(lane: SandboxLane): Promise<void> {
    if (lane.open && idle.length < MOST_IDLE) {
      idle.push(lane);
      return;
    }
    lanes.delete(lane);
    await lane.end();
  }

  return {
    async call(call, listener, signal) {
      const lane = takeLane();
      try {
        return await lane.call(call, listener, signal);
      } finally {
        await giveBack(lane);
      }
    },
    async close() {
      await Promise.all([...lanes].map((lane) => lane.end()));
    },
  };
}
