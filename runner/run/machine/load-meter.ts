import type { LoadMeter, MachineLoad } from '../../ports/index.ts';
import { type CpuTimes, computeMachineBusyMs, readCpuTimes } from './cpu-times.ts';

const TICK_MS = 100;
/** A timer is always a little late, so shorter delays are ignored. */
const IGNORED_TIMER_DELAY_MS = 10;
/**
 * Reading the CPU times of all processes takes milliseconds. So they are read only after a delay of the event loop, and
 * at most this often.
 */
const MIN_READING_INTERVAL_MS = 500;

type LoadReading = { at: number; times: CpuTimes | undefined };

type LoadMeterOptions = {
  now: () => number;
  /** Calls `callback` at intervals; the returned function stops this. */
  every: (ms: number, callback: () => void) => () => void;
  busyMs: () => number;
  cpuTimes: () => CpuTimes | undefined;
};

const realMachine: LoadMeterOptions = {
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
}: LoadMeterOptions = realMachine): LoadMeter & { close(): void } {
  let lateMs = 0;
  let lastTick = now();
  // The CPU time of the child processes is zero at the start, because none was started yet.
  let reading: LoadReading = { at: lastTick, times: { busyMs: busyMs(), startedMs: 0 } };

  function measureLoad(): void {
    const delayMs = computePendingDelayMs();
    lastTick = now();
    lateMs += delayMs;
    if (delayMs > 0 && lastTick - reading.at >= MIN_READING_INTERVAL_MS) reading = { at: lastTick, times: cpuTimes() };
  }

  /** The delay of the timer that should have fired by now. */
  function computePendingDelayMs(): number {
    const tickDelayMs = now() - lastTick - TICK_MS;
    return tickDelayMs > IGNORED_TIMER_DELAY_MS ? tickDelayMs : 0;
  }

  return {
    begin() {
      const before = { lateMs: lateMs + computePendingDelayMs(), times: reading.times };
      return () => {
        const lateByMs = lateMs + computePendingDelayMs() - before.lateMs;
        return {
          lateMs: lateByMs,
          ownShare: lateByMs === 0 ? undefined : computeOwnCpuShare(before.times, cpuTimes()),
        };
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
