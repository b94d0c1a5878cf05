import type { AttemptState } from '@/runner/fold';
import { FaultNote } from './fault-note';
import { shownFaults } from './faults-of-attempt';

type Props = {
  attempt: AttemptState;
  /** Turns that show their faults themselves. */
  turns?: readonly number[];
};

/** Shows the faults of an attempt that stand at no turn. */
export function AttemptFaults({ attempt, turns = [] }: Props) {
  return shownFaults(attempt)
    .filter(({ fault: { turn } }) => turn === undefined || !turns.includes(turn))
    .map((fault, position) => <FaultNote key={position} {...fault} />);
}
