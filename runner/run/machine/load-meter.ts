import type { LoadMeter, MachineLoad } from '../../ports/index.ts';
import { type CpuTimes, computeMachineBusyMs, readCpuTimes } from './cpu-times.ts';

const TICK_MS = 100;
/** A timer is always a little late, so shorter delays are ignored. */
const USUAL_MS = 10;
/** Reading the times of all processes takes milliseconds, so it is done only after a delay, and at most this often. */
const LOOK_EVERY_MS = 500;

type LoadReading = { at: number; times: CpuTimes | undefined };

type LoadMeterOptions = {
  now: () => number;
  /** Calls `callback` at intervals; the returned function stops this. */
  every: (ms: number, callback: () => void) => () => void;
  busyMs: () => number;
  cpuTimes: () => CpuTimes | undefined;
};

const real: LoadMeterOptions = {
  now: () => performance.now(),
  every(ms, callback) {
    const timer = setInterval(callback, ms).unref();
    return () => clearInterval(timer);
  },
  busyMs: computeMachineBusyMs,
  cpuTimes: readCpuTimes,
};

/**
 * Measures event loop delays of this process, and the share of the CPU that its child processes used during that time.
 */
export function createLoadMeter({
  now,
  every,
  busyMs,
  cpuTimes,
}: LoadMeterOptions = real): LoadMeter & { close(): void } {
  let lateMs = 0;
  let lastTick = now();
  // The child processes' CPU time at the start is zero, because none has been started yet.
  let look: LoadReading = { at: lastTick, times: { busyMs: busyMs(), startedMs: 0 } };

  function measureLoad(): void {
    const late = computePendingDelayMs();
    lastTick = now();
    lateMs += late;
    if (late > 0 && lastTick - look.at >= LOOK_EVERY_MS) look = { at: lastTick, times: cpuTimes() };
  }

  /** The delay of the tick that is currently due. */
  function computePendingDelayMs(): number {
    const late = now() - lastTick - TICK_MS;
    return late > USUAL_MS ? late : 0;
  }

  return {
    begin() {
      const before = { lateMs: lateMs + computePendingDelayMs(), times: look.times };
      return () => {
        const late = lateMs + computePendingDelayMs() - before.lateMs;
        return { lateMs: late, ownShare: late === 0 ? undefined : computeOwnCpuShare(before.times, cpuTimes()) };
      };
    },
    close: every(TICK_MS, measureLoad),
  };
}

function computeOwnCpuShare(before: CpuTimes | undefined, after: CpuTimes | undefined): MachineLoad['ownShare'] {
  if (before === undefined || after === undefined) return undefined;
  const busyMs = after.busyMs - before.busyMs;
  return busyMs <= 0 ? undefined : Math.max(0, after.startedMs - before.startedMs) / busyMs;
}
