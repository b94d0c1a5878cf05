import type { CaseResult, ScoreRange } from '../contract/index.ts';
import { formatRange } from '../fold/index.ts';
import { experimentResult } from './measured-results.ts';

type ScoredReply = {
  id: string;
  tags: string[];
  channel: string;
  range: ScoreRange;
  levenshtein: number;
  tone: number | null;
};

const replies: readonly ScoredReply[] = [
  createReply('refund-close', ['refund', 'polite'], 'mail', {
    range: { min: 0.9, max: 1 },
    levenshtein: 0.98,
    tone: 0.95,
  }),
  createReply('refund-far', ['refund'], 'mail', { range: { min: 0.6, max: 1 }, levenshtein: 0.233, tone: 0.3 }),
  createReply('greeting', ['polite'], 'chat', { range: { min: 0.8, max: 1 }, levenshtein: 1, tone: 0.95 }),
  createReply('rude', ['tone'], 'chat', { range: { min: 0, max: 0.4 }, levenshtein: 0.08, tone: 0.3 }),
  createReply('too-good', ['tone'], '', { range: { min: 0.2, max: 0.7 }, levenshtein: 1, tone: 0.3 }),
  createReply('broken', ['tone', 'polite'], 'chat', { range: { min: 0.5, max: 1 }, levenshtein: 0, tone: null }),
];

/**
 * Creates results of a shop: six replies, scored by similarity to the expected reply and by tone; the tone of one reply
 * cannot be scored.
 */
export function createScoredReplies(): CaseResult[] {
  return replies.map(toCaseResult);
}

function createReply(
  id: string,
  tags: string[],
  channel: string,
  scores: Pick<ScoredReply, 'range' | 'levenshtein' | 'tone'>,
): ScoredReply {
  return { id, tags, channel, ...scores };
}

function toCaseResult({ id, tags, channel, range, levenshtein, tone }: ScoredReply): CaseResult {
  const isScoreInRange = (score: number) => score >= range.min && score <= range.max;
  const nearScore = {
    metric: 'levenshtein',
    position: 0,
    score: levenshtein,
    passed: isScoreInRange(levenshtein),
    range,
  };
  const polite = {
    metric: 'tone',
    position: 1,
    range,
    score: tone,
    passed: tone !== null && isScoreInRange(tone),
    ...(tone === null ? { error: 'the output says nothing' } : { reason: pickToneReason(tone) }),
  };
  const passed = nearScore.passed && polite.passed;
  return experimentResult({
    id,
    name: undefined,
    status: determineCaseStatus(tone, passed),
    input: 'Where is my refund?',
    output: 'I cannot say.',
    expected: 'I cannot say.',
    groundTruth: 'Your refund arrives on Friday.',
    tags,
    metadata: { difficulty: 'hard', channel },
    scores: [nearScore, polite],
    reason: passed ? undefined : `scorer "levenshtein" gave ${levenshtein}, expected ${formatRange(range)}`,
    score: tone === null ? null : (levenshtein + tone) / 2,
  });
}

function pickToneReason(tone: number): string {
  return tone > 0.5 ? 'Polite.' : 'Not one polite word.';
}

function determineCaseStatus(tone: number | null, passed: boolean): CaseResult['status'] {
  if (tone === null) return 'error';
  return passed ? 'passed' : 'failed';
}
