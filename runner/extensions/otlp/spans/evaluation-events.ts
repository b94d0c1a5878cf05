import type { AssertionResult, CaseResult, CheckpointResult, Score } from '../../../contract/index.ts';
import { type JsonObject, withoutUndefined } from '../../../values/index.ts';

/** A check of an attempt in the form of the OpenTelemetry conventions, with the turn or answer that was checked. */
export type Evaluation = { turn?: number | undefined; attributes: JsonObject };

/** Returns the verdicts of an attempt as attributes `gen_ai.evaluation.*`. */
export function listEvaluations(result: CaseResult): Evaluation[] {
  return [
    ...result.assertions.map(toAssertionEvaluation),
    ...(result.checkpoints ?? []).map(toCheckpointEvaluation),
    ...(result.scores ?? []).map(toScoreEvaluation),
  ];
}

function toAssertionEvaluation({
  type,
  status,
  message,
  turn,
  agentValidation: judged,
  negate,
}: AssertionResult): Evaluation {
  const explanation = message ?? judged?.reason;
  const name = negate === true ? `not ${type}` : type;
  if (status === 'error') return { turn, attributes: createEvaluationErrorAttributes(name, explanation) };
  return {
    turn,
    attributes: createVerdictAttributes({ name, passed: status === 'passed', value: judged?.score, explanation }),
  };
}

function toCheckpointEvaluation({
  id,
  passed,
  reachedAtTurn,
  brokenAtTurn,
  message,
  ...found
}: CheckpointResult): Evaluation {
  const name = `checkpoint ${id}`;
  const explanation = message ?? found.agentValidation?.reason ?? found.description;
  return { turn: brokenAtTurn ?? reachedAtTurn, attributes: createVerdictAttributes({ name, passed, explanation }) };
}

function toScoreEvaluation({ metric: name, score, passed, choice, reason, error, notScorable }: Score): Evaluation {
  if (error !== undefined) return { attributes: createEvaluationErrorAttributes(name, error) };
  if (score === null || notScorable === true) {
    const attributes = withoutUndefined({
      [NAME_ATTRIBUTE]: name,
      [SCORE_LABEL_ATTRIBUTE]: 'not_scorable',
      [EXPLANATION_ATTRIBUTE]: reason,
    });
    return { attributes };
  }
  return { attributes: createVerdictAttributes({ name, passed, value: score, explanation: reason ?? choice }) };
}

const NAME_ATTRIBUTE = 'gen_ai.evaluation.name';
const SCORE_VALUE_ATTRIBUTE = 'gen_ai.evaluation.score.value';
const SCORE_LABEL_ATTRIBUTE = 'gen_ai.evaluation.score.label';
const EXPLANATION_ATTRIBUTE = 'gen_ai.evaluation.explanation';

type EvaluationVerdict = { name: string; passed: boolean; value?: number | undefined; explanation: string | undefined };

function createVerdictAttributes({ name, passed, value = Number(passed), explanation }: EvaluationVerdict): JsonObject {
  return withoutUndefined({
    [NAME_ATTRIBUTE]: name,
    [SCORE_VALUE_ATTRIBUTE]: value,
    [SCORE_LABEL_ATTRIBUTE]: passed ? 'pass' : 'fail',
    [EXPLANATION_ATTRIBUTE]: explanation,
  });
}

/** There is no score, because the check could not be made. */
function createEvaluationErrorAttributes(name: string, explanation: string | undefined): JsonObject {
  return withoutUndefined({
    [NAME_ATTRIBUTE]: name,
    'error.type': 'evaluation_error',
    [EXPLANATION_ATTRIBUTE]: explanation,
  });
}
