import { pause } from './pause.ts';
import type { Roster } from './roster.ts';

const LOOK_MS = 50;
/** A queue that was lost had messages in it that never come. */
const LOST_MS = 5_000;
/** The person at the terminal wonders by then. */
const TELL_MS = 5_000;

type Settling = {
  roster: Roster;
  /** How many complete deliveries a worker has sent. */
  received(id: string): number;
  tell(line: string): void;
  now?: () => number;
  wait?: typeof pause;
};

/** Waits until no worker has anything in hand, and everything that they have sent is there. */
export async function settle(
  { roster, received, tell, now = () => performance.now(), wait = pause }: Settling,
  signal: AbortSignal,
): Promise<void> {
  const since = now();
  let quietSince: number | undefined;
  let isTold = false;
  while (!signal.aborted) {
    const workers = roster.unsettled(received);
    const isQuiet = workers.every(({ busy }) => busy === 0);
    quietSince = isQuiet ? (quietSince ?? now()) : undefined;
    if (workers.length === 0 || (quietSince !== undefined && now() - quietSince > LOST_MS)) return;
    if (!isTold && !isQuiet && now() - since > TELL_MS) {
      isTold = true;
      const names = workers.flatMap(({ busy, worker }) => (busy > 0 ? [worker] : []));
      tell(`waits for what ${names.join(', ')} had begun: it counts as spent`);
    }
    await wait(LOOK_MS, signal);
  }
}
