import type { UserCall } from '../user-call.ts';

type Death = {
  /** No other call was ever there. */
  alone: boolean;
  /** The call that is known to have ended the process. */
  culprit: number | undefined;
  /** How many were lost with one. */
  others: number;
};

/** Answers which of the calls that a process was lost under can be the only one to blame. */
export function blame({ alone, culprit, others }: Death): (id: number, call: UserCall) => boolean {
  return (id, call) => {
    // Earlier calls may have left behind what ended the process: a last one may be innocent, and is made again if it can be.
    const isLast = culprit === undefined && others === 0 && call.repeatable === false;
    return alone || id === culprit || isLast;
  };
}
