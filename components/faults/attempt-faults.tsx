import type { AttemptState } from '@/runner/fold';
import { FaultNote } from './fault-note';
import { listVisibleFaults } from './faults-of-attempt';

type Props = {
  attempt: AttemptState;
  /** Turns whose faults are shown elsewhere; faults of these turns are left out here. */
  turns?: readonly number[];
};

/** Shows the faults of an attempt that belong to no shown turn. */
export function AttemptFaults({ attempt, turns = [] }: Props) {
  return listVisibleFaults(attempt)
    .filter(({ fault: { turn } }) => turn === undefined || !turns.includes(turn))
    .map((fault, position) => <FaultNote key={position} {...fault} />);
}
