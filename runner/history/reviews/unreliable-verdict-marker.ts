import * as z from 'zod';
import { judges } from '../../../drizzle/schema/index.ts';
import type { CaseResult, CheckpointResult } from '../../contract/index.ts';
import type { AttemptState } from '../../fold/index.ts';
import { getJudgeOfMetric, getJudgeOfValidation, type JudgeIdentity } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';

type CheckWithValidation = CaseResult['assertions'][number];
type ScoreWithJudge = AttemptState['scores'][number];

/** Marks verdicts of judges that their last check found unreliable. */
export type UnreliableVerdictMarker = {
  onResult<Result extends CaseResult>(suiteKey: string, result: Result): Result;
  markAttempt(attempt: AttemptState): AttemptState;
};

const figuresSchema = z.looseObject({ reasons: z.array(z.string()) });

/**
 * Reads judge checks. A verdict gets the mark of its criterion, or of the whole judge if the check of the criterion
 * was inconclusive. The suite's own check takes precedence; otherwise the newest check of another suite counts.
 */
export function createUnreliableVerdictMarker(database: Database): UnreliableVerdictMarker {
  const marks = new Map<string, string>();
  const conclusive = new Set<string>();
  for (const row of database.orm.select().from(judges).orderBy(judges.checkedAt).all()) {
    if (row.standing === 'too_few') continue;
    for (const suiteKey of [row.suiteKey, '']) {
      const key = buildJudgeQuestionKey(suiteKey, row);
      conclusive.add(key);
      marks.delete(key);
      if (row.standing === 'unreliable') marks.set(key, figuresSchema.parse(row.figures).reasons.join('; '));
    }
  }
  const findReasonForSuite = (suiteKey: string, question: JudgeIdentity): string | undefined => {
    const allCriteria = { ...question, criterion: '' };
    const keys = [suiteKey, ''].flatMap((suite) => [
      buildJudgeQuestionKey(suite, question),
      buildJudgeQuestionKey(suite, allCriteria),
    ]);
    const first = keys.find((key) => conclusive.has(key));
    return first === undefined ? undefined : marks.get(first);
  };
  const isSilent = marks.size === 0;
  return {
    onResult: (suiteKey, result) =>
      isSilent ? result : markVerdictsInResult(result, (question) => findReasonForSuite(suiteKey, question)),
    markAttempt(attempt) {
      if (isSilent) return attempt;
      const findUnreliabilityReason: FindUnreliabilityReason = (question) =>
        findReasonForSuite(attempt.suiteKey, question);
      return {
        ...attempt,
        assertions: attempt.assertions.map((assertion) => markCheckVerdict(assertion, findUnreliabilityReason)),
        scores: attempt.scores.map((score) => markScoreVerdict(score, findUnreliabilityReason)),
        ...(attempt.result === undefined
          ? {}
          : { result: markVerdictsInResult(attempt.result, findUnreliabilityReason) }),
      };
    },
  };
}

type FindUnreliabilityReason = (question: JudgeIdentity) => string | undefined;

function buildJudgeQuestionKey(suiteKey: string, { judge, model, criterion }: JudgeIdentity): string {
  return JSON.stringify([suiteKey, judge, model, criterion]);
}

function markVerdictsInResult<Result extends CaseResult>(result: Result, findReason: FindUnreliabilityReason): Result {
  const markedResult = {
    ...result,
    assertions: result.assertions.map((assertion) => markCheckVerdict(assertion, findReason)),
  };
  if (markedResult.checkpoints !== undefined)
    markedResult.checkpoints = markedResult.checkpoints.map((each) => markCheckVerdict(each, findReason));
  if (markedResult.scores !== undefined)
    markedResult.scores = markedResult.scores.map((score) => markScoreVerdict(score, findReason));
  return markedResult;
}

function markCheckVerdict<Check extends CheckWithValidation | CheckpointResult>(
  check: Check,
  findReason: FindUnreliabilityReason,
): Check {
  const { agentValidation } = check;
  const unreliable = agentValidation && findReason(getJudgeOfValidation(agentValidation));
  return unreliable === undefined ? check : { ...check, agentValidation: { ...agentValidation, unreliable } };
}

function markScoreVerdict(score: ScoreWithJudge, findReason: FindUnreliabilityReason): ScoreWithJudge {
  const unreliable = score.choice === undefined ? undefined : findReason(getJudgeOfMetric(score.metric));
  return unreliable === undefined ? score : { ...score, unreliable };
}
