import type { UserCall } from '../user-call.ts';

type LostProcess = {
  /** True if the process never ran another call. */
  alone: boolean;
  /** The id of the call that is known to have ended the process. */
  culprit: number | undefined;
  /** The number of other calls that were lost at the same time. */
  others: number;
};

/** Returns a function that tells whether a call certainly caused the end of its process. */
export function createAtFaultPredicate({
  alone,
  culprit,
  others,
}: LostProcess): (id: number, call: UserCall) => boolean {
  return (id, call) => {
    // An earlier call may have caused the crash, so even the last call in progress may not be at fault. It is blamed
    // only if it must not be retried.
    const isLast = culprit === undefined && others === 0 && call.repeatable === false;
    return alone || id === culprit || isLast;
  };
}
