import type { Diagnosis } from './diagnose.ts';

/** The turn in which a failed attempt went wrong, and the checkpoint that was due there but was never reached. */
export type DiagnosedTurn = { turn: number; missing?: string | undefined };

export function diagnosedTurn(diagnosis: Diagnosis | undefined): DiagnosedTurn | undefined {
  const turn = diagnosis?.cause.turn;
  if (diagnosis === undefined || turn === undefined) return undefined;
  const [first] = diagnosis.problems;
  return { turn, missing: first.kind === 'stuck' ? first.checkpoint : undefined };
}
