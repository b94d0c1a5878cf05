import type { UserCall } from '../user-call.ts';

type LostProcess = {
  /** True if the process never had another call. */
  alone: boolean;
  /** The id of the call that is known to have ended the process. */
  culprit: number | undefined;
  /** The number of other calls that were lost at the same time. */
  others: number;
};

/** Returns a function that tells whether a lost call is certainly at fault. */
export function createAtFaultPredicate({
  alone,
  culprit,
  others,
}: LostProcess): (id: number, call: UserCall) => boolean {
  return (id, call) => {
    // An earlier call may have caused the crash, so even the last call may be innocent. The last call is retried if it
    // is repeatable; otherwise it is blamed.
    const isLast = culprit === undefined && others === 0 && call.repeatable === false;
    return alone || id === culprit || isLast;
  };
}
