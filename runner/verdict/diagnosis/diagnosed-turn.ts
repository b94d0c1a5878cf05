import { removeTurnFromSentence } from '../cause/cause-words.ts';
import type { Diagnosis } from './diagnose.ts';

/**
 * The turn in which a failed attempt went wrong, a sentence about what went wrong there, and the checkpoint that was
 * due there but was never reached. Names in the sentence are in backquotes.
 */
export type DiagnosedTurn = { turn: number; sentence: string; missing?: string | undefined };

export function buildDiagnosedTurn(diagnosis: Diagnosis | undefined): DiagnosedTurn | undefined {
  const turn = diagnosis?.cause.turn;
  if (diagnosis === undefined || turn === undefined) return undefined;
  const [first] = diagnosis.problems;
  return {
    turn,
    sentence: removeTurnFromSentence(diagnosis.cause.sentence),
    missing: first.kind === 'stuck' ? first.checkpoint : undefined,
  };
}
