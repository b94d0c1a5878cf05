import { type AttemptId, type CaseKey, caseKey } from '../../fold/index.ts';
import { generateSeededNumber } from '../../values/index.ts';

/** The maximum number of results that are read to determine which judge decided them. */
const MAX_READ_RESULTS = 100;

/** The attempts of a run whose verdict people can confirm or contradict. */
export type ReviewableAttempts<Attempt extends AttemptId = AttemptId> = {
  passed: readonly Attempt[];
  failed: readonly Attempt[];
};

type ReviewSampleOptions = {
  /** The seed of the random sample: the same seed selects the same attempts. */
  seed: string;
  /** The number of attempts on a page. */
  count: number;
  /** The number of the page, from 0. Each page continues after the previous one, until all attempts have been shown. */
  part: number;
  /** True if another person has already reviewed the attempt; such attempts come last. */
  isReviewed: (attempt: AttemptId) => boolean;
  /**
   * True if a single judge decided the attempt, so that a review tells something about this judge; such attempts come
   * first.
   */
  isJudged: (attempt: AttemptId) => boolean;
};

/**
 * Selects attempts for review, half of them passed and half failed; more of one kind if there are too few of the other.
 * A random sample would contain hardly any failures, and a judge that always passes would then look reliable. Every
 * case is selected once before any case is selected twice. The result is shuffled, so that the order does not reveal
 * which attempts passed.
 */
export function sampleAttemptsToReview<Attempt extends AttemptId>(
  { passed, failed }: ReviewableAttempts<Attempt>,
  { part, count, ...drawing }: ReviewSampleOptions,
): Attempt[] {
  const ofPassed = orderForReview(passed, drawing);
  const ofFailed = orderForReview(failed, drawing);
  /** The number of passed attempts among the first `sampleSize` attempts. */
  const countPassedAmongFirst = (sampleSize: number): number => {
    const enough = Math.max(Math.ceil(sampleSize / 2), sampleSize - ofFailed.length);
    return Math.min(enough, ofPassed.length, sampleSize);
  };
  const [from, to] = [part * count, (part + 1) * count];
  return shuffleAttempts(
    [
      ...ofPassed.slice(countPassedAmongFirst(from), countPassedAmongFirst(to)),
      ...ofFailed.slice(from - countPassedAmongFirst(from), to - countPassedAmongFirst(to)),
    ],
    `${drawing.seed} order`,
  );
}

type ReviewOrderOptions = Omit<ReviewSampleOptions, 'part' | 'count'>;

function orderForReview<Attempt extends AttemptId>(
  attempts: readonly Attempt[],
  { seed, isReviewed, isJudged }: ReviewOrderOptions,
): Attempt[] {
  const shuffledAttempts = interleaveAttemptsByCase(shuffleAttempts(attempts, seed));
  const open = shuffledAttempts.filter((attempt) => !isReviewed(attempt));
  const looked = new Map(open.slice(0, MAX_READ_RESULTS).map((attempt) => [attempt, isJudged(attempt)]));
  const judgedAttempts = open.filter((attempt) => looked.get(attempt) === true);
  const others = open.filter((attempt) => looked.get(attempt) !== true);
  return [...judgedAttempts, ...others, ...shuffledAttempts.filter(isReviewed)];
}

/** Sorts the attempts so that one attempt of every case comes first, then a second attempt of every case, and so on. */
function interleaveAttemptsByCase<Attempt extends AttemptId>(attempts: readonly Attempt[]): Attempt[] {
  const countsByCase = new Map<CaseKey, number>();
  const ranked = attempts.map((attempt) => {
    const key = caseKey(attempt.suiteKey, attempt.caseId);
    const rank = countsByCase.get(key) ?? 0;
    countsByCase.set(key, rank + 1);
    return { attempt, rank };
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ attempt }) => attempt);
}

function shuffleAttempts<Attempt extends AttemptId>(attempts: readonly Attempt[], seed: string): Attempt[] {
  const attemptsWithRank = attempts.map((attempt) => ({
    attempt,
    place: generateSeededNumber(`${seed} ${buildShuffleKey(attempt)}`),
  }));
  return attemptsWithRank.toSorted((a, b) => a.place - b.place).map(({ attempt }) => attempt);
}

/**
 * The text from which the random order is computed. If it were changed during a review, other attempts would be
 * selected.
 */
function buildShuffleKey({ suiteKey, caseId, attempt }: AttemptId): string {
  return `${suiteKey}\n${caseId}\n${attempt}`;
}
