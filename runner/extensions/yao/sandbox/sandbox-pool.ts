import type { SandboxCall } from './sandbox-protocol.ts';
import { type SandboxListener, type SandboxOutcome, SandboxSlot } from './sandbox-slot.ts';

/** Starts processes for scripts in advance: one for each concurrent call, and a few spare ones. */
export type SandboxPool = {
  /** Rejects with the signal's reason when the signal aborts. */
  call(call: SandboxCall, listener: SandboxListener, signal: AbortSignal): Promise<SandboxOutcome>;
  close(): Promise<void>;
};

const MAX_IDLE_SLOTS = 16;

export function createSandboxPool(): SandboxPool {
  const allSlots = new Set<SandboxSlot>();
  const idleSlots: SandboxSlot[] = [];

  function takeSlot(): SandboxSlot {
    for (let slot = idleSlots.pop(); slot !== undefined; slot = idleSlots.pop()) if (slot.open) return slot;
    const fresh = new SandboxSlot();
    allSlots.add(fresh);
    return fresh;
  }

  async function releaseSlot(slot: SandboxSlot): Promise<void> {
    if (slot.open && idleSlots.length < MAX_IDLE_SLOTS) {
      idleSlots.push(slot);
      return;
    }
    allSlots.delete(slot);
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
      await Promise.all([...allSlots].map((slot) => slot.end()));
    },
  };
}
