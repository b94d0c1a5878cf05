import type { ScorerAnswer, ScorerCall } from '../ports/index.ts';

/** A scorer that is ready to be asked. */
export type OpenScorer = { name: string; score(call: ScorerCall, signal: AbortSignal): Promise<ScorerAnswer> };
