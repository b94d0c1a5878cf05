import { setTimeout as wait } from 'node:timers/promises';

const PATIENCE_MS = 1000;
const STEP_MS = 5;

/** What a check of a test may still be waiting for; servers that a test leaves open are not. */
const awaited = /^(Timeout|Immediate|TCPSocketWrap|ProcessWrap|FSReq.*|.*ReqWrap)$/;

/**
 * Returns a function that waits until everything that began since is over, for a second at most: a test that did not wait
 * for a timer or a request has its checks seen before its process ends.
 */
export function idleAgain(): () => Promise<void> {
  const before = countAwaited();
  return async () => {
    const end = performance.now() + PATIENCE_MS;
    while (countAwaited() > before && performance.now() < end) await wait(STEP_MS, undefined, { ref: false });
  };
}

function countAwaited(): number {
  return process.getActiveResourcesInfo().filter((name) => awaited.test(name)).length;
}
