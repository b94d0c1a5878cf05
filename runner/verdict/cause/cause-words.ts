import type { DiagnosedProblem } from '../diagnosis/problems.ts';
import type { ConversationDivergence } from './first-divergence.ts';
import { quoteNearestPassage } from './simplify-failure-message.ts';

/** Appended if something is missing in the whole conversation, so that the text cannot name a turn. */
export const outsideTurnsText = '; no turn shows why';

/** Returns the turn that a message ends with, such as "got it first asked for customer number in turn 1". */
export function findTurnNamedLast(message: string): number | undefined {
  const [, turn] = /\bin turn (\d{1,6})$/.exec(message) ?? [];
  return turn === undefined ? undefined : Number(turn);
}

/** Describes a difference between conversations: ``No call of `quote` at T5`` */
export function describeDivergence(divergence: ConversationDivergence): string {
  const { kind, turn } = divergence;
  switch (kind) {
    case 'missing call':
      return `No call of \`${divergence.tool}\` at T${turn}`;
    case 'wrong argument':
      return `Wrong argument at T${turn}: \`${divergence.tool}\` with ${divergence.differs}`;
    case 'failed call':
      return `Failed call at T${turn}: \`${divergence.tool}\``;
    case 'extra call':
      return `Extra call at T${turn}: \`${divergence.tool}\``;
    case 'wrong text':
      return `Wrong text at T${turn}`;
    default:
      return kind satisfies never;
  }
}

/** Describes the evidence for a difference, taken from the last passing attempt. */
export function listDivergenceEvidence(divergence: ConversationDivergence): string[] {
  switch (divergence.kind) {
    case 'missing call':
      return ['the last passing attempt called it at this point'];
    case 'wrong argument':
      return ['compared with the last passing attempt'];
    case 'failed call':
      return [`its error, which the last passing attempt did not get: ${divergence.error}`];
    case 'extra call':
      return [
        'the last passing attempt did not call it',
        ...(divergence.broke === undefined
          ? []
          : [`then \`${divergence.broke.tool}\` failed: ${divergence.broke.error}`]),
      ];
    case 'wrong text':
      return [
        `when it passed: ${quoteNearestPassage(divergence.passed)}`,
        `now: ${quoteNearestPassage(divergence.failed)}`,
      ];
    default:
      return divergence satisfies never;
  }
}

/** Describes checkpoints in the wrong order: ``Out of order at T4: `blocked` came before `verified` `` */
export function describeCheckpointOrder({
  checkpoint,
  turn,
  before,
}: Pick<Extract<DiagnosedProblem, { kind: 'order' }>, 'checkpoint' | 'turn' | 'before'>): string {
  const first = before.map((id) => `\`${id}\``).join(', ');
  return `Out of order at T${turn}: \`${checkpoint}\` came${first === '' ? ' too early' : ` before ${first}`}`;
}

/** Removes the turn from a sentence about attempts that did not all fail in the same turn. */
export function removeTurnFromSentence(sentence: string): string {
  return sentence.replace(/(?:; nearest)? at T\d+/, '');
}
