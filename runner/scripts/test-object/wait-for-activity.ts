import { setTimeout as wait } from 'node:timers/promises';

const MAX_WAIT_MS = 1000;
const POLL_INTERVAL_MS = 5;

/** Matches resources that an unfinished check may be waiting for. Servers that a test leaves open do not count. */
const awaitedResourcePattern = /^(Timeout|Immediate|TCPSocketWrap|ProcessWrap|FSReq.*|.*ReqWrap)$/;

/**
 * Returns a function that waits, for at most one second, until all activity has ended that began after this call. This
 * way, checks in a timer or request that the test did not await are counted, too.
 */
export function createWaitForActivity(): () => Promise<void> {
  const before = countActiveResources();
  return async () => {
    const end = performance.now() + MAX_WAIT_MS;
    while (countActiveResources() > before && performance.now() < end)
      await wait(POLL_INTERVAL_MS, undefined, { ref: false });
  };
}

function countActiveResources(): number {
  return process.getActiveResourcesInfo().filter((name) => awaitedResourcePattern.test(name)).length;
}
