import type { Turn } from '../contract/index.ts';

type Interrupt = NonNullable<Turn['interrupts']>[number];

/** Says in a line what an agent stopped for, and what it was told: every output says the same. */
export function interruptText(interrupt: Interrupt): string {
  return `${describeInterrupt(interrupt)} → ${interruptAnswer(interrupt)}`;
}

/** Says who answered, and what. */
export function interruptAnswer({ answeredBy, answer }: Interrupt): string {
  switch (answeredBy) {
    case 'approve':
      return 'approved';
    case 'reject':
      return 'rejected';
    case 'script':
      return answer === undefined ? 'answered by a script' : `a script answered ${JSON.stringify(answer)}`;
    case undefined:
      return 'left to the user';
    default:
      return answeredBy satisfies never;
  }
}

/** What is left to the user is in the words of the agent too. */
function describeInterrupt({ message, tool, arguments: callArguments, answeredBy }: Interrupt): string {
  const call =
    tool === undefined ? undefined : `${tool}(${callArguments === undefined ? '' : JSON.stringify(callArguments)})`;
  const parts = answeredBy === undefined ? [call ?? message] : [message, call];
  return parts.filter((part) => part !== undefined && part !== '').join(' ');
}
