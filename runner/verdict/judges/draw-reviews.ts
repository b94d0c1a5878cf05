import { type AttemptId, type CaseKey, caseKey } from '../../fold/index.ts';
import { drawnNumber } from '../../values/index.ts';

/** So many results at most are looked at for the judge that decided them. */
const MOST_LOOKED_AT = 100;

/** The attempts of a run that people can agree or disagree with. */
export type Reviewable = { passed: readonly AttemptId[]; failed: readonly AttemptId[] };

type Drawing = {
  /** The same seed draws the same attempts. */
  seed: string;
  /** The size of each part. */
  count: number;
  /** From 0: the part after it has the attempts that are next, and so on until all are drawn. */
  part: number;
  /** Another person has reviewed it: it comes after those that nobody has. */
  isReviewed: (attempt: AttemptId) => boolean;
  /** One judge decided it alone, so that a review says something of that judge: it comes before others. */
  isJudged: (attempt: AttemptId) => boolean;
};

/**
 * Draws attempts to review: half of them passed and half failed, or more of one where the other has too few. A sample of
 * all attempts would have hardly any failures, and people agree with a judge that only ever passes. An attempt of a case
 * that is not in yet comes before a second one. They are in an order that does not say which is which.
 */
export function drawReviews({ passed, failed }: Reviewable, { part, count, ...drawing }: Drawing): AttemptId[] {
  const ofPassed = inDrawnOrder(passed, drawing);
  const ofFailed = inDrawnOrder(failed, drawing);
  /** How many of the first `drawn` attempts have passed. */
  const passesAmong = (drawn: number): number => {
    const enough = Math.max(Math.ceil(drawn / 2), drawn - ofFailed.length);
    return Math.min(enough, ofPassed.length, drawn);
  };
  const [from, to] = [part * count, (part + 1) * count];
  return shuffled(
    [
      ...ofPassed.slice(passesAmong(from), passesAmong(to)),
      ...ofFailed.slice(from - passesAmong(from), to - passesAmong(to)),
    ],
    `${drawing.seed} order`,
  );
}

type Order = Omit<Drawing, 'part' | 'count'>;

function inDrawnOrder(attempts: readonly AttemptId[], { seed, isReviewed, isJudged }: Order): AttemptId[] {
  const drawn = overCases(shuffled(attempts, seed));
  const open = drawn.filter((attempt) => !isReviewed(attempt));
  const looked = new Map(open.slice(0, MOST_LOOKED_AT).map((attempt) => [attempt, isJudged(attempt)]));
  const judged = open.filter((attempt) => looked.get(attempt) === true);
  const others = open.filter((attempt) => looked.get(attempt) !== true);
  return [...judged, ...others, ...drawn.filter(isReviewed)];
}

/** The first attempt of every case, then the second ones. */
function overCases(attempts: readonly AttemptId[]): AttemptId[] {
  const countsByCase = new Map<CaseKey, number>();
  const ranked = attempts.map((attempt) => {
    const key = caseKey(attempt.suiteKey, attempt.caseId);
    const rank = countsByCase.get(key) ?? 0;
    countsByCase.set(key, rank + 1);
    return { attempt, rank };
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ attempt }) => attempt);
}

function shuffled(attempts: readonly AttemptId[], seed: string): AttemptId[] {
  const drawn = attempts.map((attempt) => ({ attempt, place: drawnNumber(`${seed} ${drawnText(attempt)}`) }));
  return drawn.toSorted((a, b) => a.place - b.place).map(({ attempt }) => attempt);
}

/** Another text would draw other attempts for a review that is under way. */
function drawnText({ suiteKey, caseId, attempt }: AttemptId): string {
  return `${suiteKey}\n${caseId}\n${attempt}`;
}
