import type { SandboxCall } from './sandbox-protocol.ts';
import { type SandboxListener, type SandboxOutcome, SandboxSlot } from './sandbox-slot.ts';

/** Warm processes for scripts: one for each concurrent call, and a few spare ones. */
export type SandboxPool = {
  /** Rejects with the signal's reason when it aborts. */
  call(call: SandboxCall, listener: SandboxListener, signal: AbortSignal): Promise<SandboxOutcome>;
  close(): Promise<void>;
};

const MOST_IDLE = 16;

export function createSandboxPool(): SandboxPool {
  const lanes = new Set<SandboxSlot>();
  const idle: SandboxSlot[] = [];

  function takeSlot(): SandboxSlot {
    for (let slot = idle.pop(); slot !== undefined; slot = idle.pop()) if (slot.open) return slot;
    const fresh = new SandboxSlot();
    lanes.add(fresh);
    return fresh;
  }

  async function releaseSlot(slot: SandboxSlot): Promise<void> {
    if (slot.open && idle.length < MOST_IDLE) {
      idle.push(slot);
      return;
    }
    lanes.delete(slot);
    await slot.end();
  }

  return {
    async call(call, listener, signal) {
      const slot = takeSlot();
      try {
        return await slot.call(call, listener, signal);
      } finally {
        await releaseSlot(slot);
      }
    },
    async close() {
      await Promise.all([...lanes].map((slot) => slot.end()));
    },
  };
}
