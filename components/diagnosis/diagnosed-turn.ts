import { createContext } from 'react';
import type { Diagnosis } from '@/runner/verdict';

/** The turn that a failed attempt is read from, and the checkpoint that was due in it and never came. */
export type DiagnosedTurn = { turn: number; missing?: string };

export const DiagnosedTurnContext = createContext<DiagnosedTurn | undefined>(undefined);

export function diagnosedTurn(diagnosis: Diagnosis | undefined): DiagnosedTurn | undefined {
  if (diagnosis?.turn === undefined) return undefined;
  const [first] = diagnosis.problems;
  return { turn: diagnosis.turn, missing: first.kind === 'stuck' ? first.checkpoint : undefined };
}
