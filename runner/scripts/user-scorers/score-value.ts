import type { NotScorable, ScorerAnswer } from '../../ports/index.ts';
import { formatValueForMessage } from '../test-object/plain-value.ts';

/**
 * Reads the return value of a user's scorer: a number or an object with a score. Throws if the score is not a finite
 * number.
 */
export function parseScoreValue(value: unknown): ScorerAnswer | NotScorable {
  if (typeof value === 'number') return { score: requireFiniteScore(value) };
  if (typeof value !== 'object' || value === null) {
    throw new Error(`answered ${formatValueForMessage(value)}; a scorer answers a number or {score, reason}`);
  }
  if ('run' in value && typeof value.run === 'function') {
    throw new Error(
      'answered a scorer, not a score; export the scorer that the function creates: export default createMyScorer()',
    );
  }
  if ('notScorable' in value && value.notScorable !== undefined) return createNotScorable(value.notScorable);
  if (!('score' in value)) throw new Error(`answered ${formatValueForMessage(value)}, which has no score`);
  const reason = 'reason' in value ? value.reason : undefined;
  return {
    score: requireFiniteScore(value.score),
    ...(reason === undefined || reason === null
      ? {}
      : { reason: typeof reason === 'string' ? reason : formatValueForMessage(reason) }),
  };
}

function requireFiniteScore(score: unknown): number {
  if (typeof score === 'number' && Number.isFinite(score)) return score;
  throw new Error(`its score is ${formatValueForMessage(score)}, not a finite number`);
}

function createNotScorable(answer: unknown): NotScorable {
  const reason = typeof answer === 'object' && answer !== null && 'reason' in answer ? answer.reason : undefined;
  return { notScorable: true, ...(typeof reason === 'string' && reason !== '' ? { reason } : {}) };
}
