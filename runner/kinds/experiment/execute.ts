import { judgedValue } from '../../assertions/judged-value.ts';
import { textForm } from '../../assertions/text-form.ts';
import type { ExperimentCase, Score, ToolCall } from '../../contract/index.ts';
import { formatRange, isInRange } from '../../fold/index.ts';
import type { ScoreQuestion } from '../../ports/index.ts';
import { type AttemptContext, type Outcome, type Progress, Stopped, startStopwatch } from '../../ports/index.ts';
import { askTarget } from '../attempt/ask-target.ts';
import { textOf } from '../attempt/failure.ts';
import { askScorer, type ScorerVerdict } from './ask-scorer.ts';

/** Scores what a row expects, or in its place what the agent answers. A scorer that breaks does not stop the others. */
export async function executeExperiment(context: AttemptContext, testCase: ExperimentCase): Promise<Outcome> {
  if (testCase.direct) {
    context.record({ output: testCase.expectedOutput });
    return scoreAll(context, testCase, { output: testCase.expectedOutput, toolCalls: [] });
  }
  const asked = await askTarget(context, testCase.input);
  if (!asked.ok) return asked.outcome;
  const { response } = asked;
  return scoreAll(context, testCase, { output: textForm(judgedValue(response)), toolCalls: response.toolCalls });
}

type Scored = { output: string; toolCalls: readonly ToolCall[] };

async function scoreAll(context: AttemptContext, testCase: ExperimentCase, scored: Scored): Promise<Outcome> {
  const question = questionOf(testCase, scored);
  const scores: Score[] = [];
  for (const [position, scorer] of testCase.scorers.entries()) {
    const score = await scoreBy(context, testCase, { scorer, position, question });
    context.emit({ type: 'score.finished', score });
    scores.push(score);
    context.record({ scores: [...scores], score: meanOf(scores) });
  }
  return { ...context.progress(), ...verdictOf(scores) };
}

function questionOf(testCase: ExperimentCase, { output, toolCalls }: Scored): ScoreQuestion {
  const { id, input, expectedOutput, groundTruth, direct, tags = [], metadata = {} } = testCase;
  return {
    input,
    output,
    groundTruth: groundTruth === undefined || groundTruth === '' ? expectedOutput : groundTruth,
    expectedOutput,
    caseId: id,
    tags,
    metadata,
    toolCalls,
    direct,
  };
}

type Scoring = { scorer: string; position: number; question: ScoreQuestion };

async function scoreBy(
  context: AttemptContext,
  testCase: ExperimentCase,
  { scorer, position, question }: Scoring,
): Promise<Score> {
  const range =
    (testCase.ranges !== undefined && Object.hasOwn(testCase.ranges, scorer) ? testCase.ranges[scorer] : undefined) ??
    testCase.range;
  const elapsed = startStopwatch(context.ports.clock);
  const basis = { metric: scorer, position, range };
  try {
    const verdict: ScorerVerdict = await askScorer(context, { scorer, question });
    return { ...basis, ...verdict, passed: isInRange(verdict.score, range), durationMs: elapsed() };
  } catch (error) {
    if (error instanceof Stopped) throw error;
    return { ...basis, score: null, passed: false, error: textOf(error), durationMs: elapsed() };
  }
}

function verdictOf(scores: readonly Score[]): Pick<Outcome, 'status' | 'error' | 'endReason'> {
  const complaints = scores.filter(({ passed }) => !passed).map(complaintAbout);
  if (complaints.length === 0) return { status: 'passed' };
  const error = complaints.join('; ');
  if (scores.every(({ error: broken }) => broken === undefined)) return { status: 'failed', error };
  return { status: 'error', error, endReason: 'scorer_error' };
}

function complaintAbout({ metric, score, range, error }: Score): string {
  if (error !== undefined) return `scorer "${metric}": ${error}`;
  return `scorer "${metric}" gave ${score}, expected ${range === undefined ? 'another score' : formatRange(range)}`;
}

function meanOf(scores: readonly Score[]): Progress['score'] {
  const known = scores.flatMap(({ score }) => (score === null ? [] : [score]));
  return known.length === 0 ? null : known.reduce((sum, score) => sum + score, 0) / known.length;
}
