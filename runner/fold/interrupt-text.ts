import type { Turn } from '../contract/index.ts';

type AnsweredInterrupt = NonNullable<Turn['interrupts']>[number];

/** Describes in one line why an agent paused and how the interrupt was answered. All outputs use this text. */
export function formatInterrupt(interrupt: AnsweredInterrupt): string {
  return `${describeInterrupt(interrupt)} → ${formatInterruptAnswer(interrupt)}`;
}

/** Describes who answered an interrupt, and what the answer was. */
export function formatInterruptAnswer({ answeredBy, answer }: AnsweredInterrupt): string {
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

/**
 * Describes an interrupt. If the user answers it, its message is already in the agent's text, so it is not repeated.
 */
function describeInterrupt({ message, tool, arguments: callArguments, answeredBy }: AnsweredInterrupt): string {
  const call =
    tool === undefined ? undefined : `${tool}(${callArguments === undefined ? '' : JSON.stringify(callArguments)})`;
  const textParts = answeredBy === undefined ? [call ?? message] : [message, call];
  return textParts.filter((part) => part !== undefined && part !== '').join(' ');
}
