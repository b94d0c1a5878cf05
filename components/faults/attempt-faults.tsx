import type { AttemptState } from '@/runner/fold';
import { FaultNote } from './fault-note';
import { listVisibleFaults } from './faults-of-attempt';

type Props = {
  attempt: AttemptState;
  /** Turns that show their faults themselves, so they are left out here. */
  turns?: readonly number[];
};

/** Shows the faults of an attempt that no turn shows. */
export function AttemptFaults({ attempt, turns = [] }: Props) {
  return listVisibleFaults(attempt)
    .filter(({ fault: { turn } }) => turn === undefined || !turns.includes(turn))
    .map((fault, position) => <FaultNote key={position} {...fault} />);
}
