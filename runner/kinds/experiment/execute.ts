import { getValidatorId, parseJsonObjectOrText } from '../../assertions/agent/agent-rules.ts';
import { parseScoringAnswer } from '../../assertions/agent/judge-verdict.ts';
import { getJudgedValue } from '../../assertions/judged-value.ts';
import { formatJsonForMessage, toPlainText } from '../../assertions/to-plain-text.ts';
import { builtInScorers, type ExperimentCase, type Score, type ToolCall } from '../../contract/index.ts';
import { formatRange, isInRange, parseScorerAgentId } from '../../fold/index.ts';
import {
  type AttemptContext,
  createFaultOfError,
  type Outcome,
  type ScoreQuestion,
  type ScorerVerdict,
  StoppedError,
  startStopwatch,
} from '../../ports/index.ts';
import { type JsonObject, toErrorMessage } from '../../values/index.ts';
import { askForSingleAnswer } from '../attempt/ask-agent-under-test.ts';
import { askValidator, createJudgeFault } from '../attempt/judge.ts';
import { computeMeanScore } from '../attempt/mean-score.ts';

/**
 * Scores the agent's answer to a row of a table, or the row's expected output if the case asks no agent. A failing
 * scorer does not stop the others.
 */
export async function executeExperiment(
  context: AttemptContext,
  testCase: ExperimentCase,
): Promise<Outcome<'experiment'>> {
  if (testCase.direct) {
    context.record({ output: testCase.expectedOutput });
    return scoreWithAllScorers(context, testCase, { output: testCase.expectedOutput, toolCalls: [] });
  }
  const targetResult = await askForSingleAnswer(context, testCase.input);
  if (!targetResult.ok) return targetResult.outcome;
  const { response } = targetResult.turn;
  return scoreWithAllScorers(context, testCase, {
    output: toPlainText(getJudgedValue(response)),
    toolCalls: response.toolCalls,
  });
}

type ScoredAnswer = { output: string; toolCalls: readonly ToolCall[] };

async function scoreWithAllScorers(
  context: AttemptContext,
  testCase: ExperimentCase,
  scoredAnswer: ScoredAnswer,
): Promise<Outcome<'experiment'>> {
  const question = createScoreQuestion(testCase, scoredAnswer);
  const scores: Score[] = [];
  for (const [position, scorer] of testCase.scorers.entries()) {
    const score = await scoreWithScorer(context, testCase, { scorer, position, question });
    context.emit({ type: 'score.finished', score });
    scores.push(score);
    context.record({ scores: [...scores], score: computeMeanScore(scores) });
  }
  for (const text of scores.flatMap(explainPartialScore)) context.report({ type: 'warning', text });
  return { ...context.findings().progress, ...summarizeScores(scores) };
}

const builtInNames: ReadonlySet<string> = new Set(builtInScorers);

/**
 * Reports a low score that passed because the range accepts half of the full score: one of two facts is then enough.
 * Judges and scorers that measure similarity give such scores for good answers, too.
 */
function explainPartialScore({ metric, score, range, passed }: Score): string[] {
  if (!passed || score === null || range === undefined || range.min <= 0 || range.min > range.max / 2) return [];
  const isHigh = score >= (range.min + range.max) / 2;
  if (isHigh || builtInNames.has(metric) || parseScorerAgentId(metric) !== undefined) return [];
  return [
    `scorer "${metric}" gave ${score} of ${range.max}, and this passed, because the range begins at ${range.min}; raise expected_score_min if nothing may be missing`,
  ];
}

function createScoreQuestion(testCase: ExperimentCase, { output, toolCalls }: ScoredAnswer): ScoreQuestion {
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

type ScoringTask = { scorer: string; position: number; question: ScoreQuestion };

async function scoreWithScorer(
  context: AttemptContext,
  testCase: ExperimentCase,
  { scorer, position, question }: ScoringTask,
): Promise<Score> {
  const range =
    (testCase.ranges !== undefined && Object.hasOwn(testCase.ranges, scorer) ? testCase.ranges[scorer] : undefined) ??
    testCase.range;
  const elapsed = startStopwatch(context.ports.clock);
  const basis = { metric: scorer, position, range };
  try {
    const { usage, ...verdict } = await askScorer(context, { scorer, question, range });
    if (usage !== undefined) context.report({ type: 'spent', role: 'judge', usage });
    if ('failure' in verdict) {
      const { failure, stack: _, ...record } = verdict;
      return { ...basis, ...record, score: null, passed: false, error: failure, durationMs: elapsed() };
    }
    if ('notScorable' in verdict) return { ...basis, ...verdict, score: null, passed: false, durationMs: elapsed() };
    return { ...basis, ...verdict, passed: isInRange(verdict.score, range), durationMs: elapsed() };
  } catch (error) {
    if (error instanceof StoppedError) throw error;
    // If the scorer is an agent, the engine has already recorded the fault.
    if (parseScorerAgentId(scorer) === undefined)
      context.report({ type: 'fault', fault: createFaultOfError(error, { role: 'scorer', turn: 1 }) });
    return { ...basis, score: null, passed: false, error: toErrorMessage(error), durationMs: elapsed() };
  }
}

function summarizeScores(all: readonly Score[]): Pick<Outcome, 'status' | 'error' | 'reason' | 'endReason'> {
  const scores = all.filter(({ notScorable }) => notScorable !== true);
  if (scores.length === 0) return { status: 'skipped', reason: describeNotScorable(all) };
  const complaints = scores.filter(({ passed }) => !passed).map(describeScoreProblem);
  if (complaints.length === 0) return { status: 'passed' };
  const error = complaints.join('; ');
  if (scores.every(({ error: broken }) => broken === undefined)) return { status: 'failed', error };
  return { status: 'error', error, endReason: 'scorer_error' };
}

function describeNotScorable(scores: readonly Score[]): string {
  const reasons = [...new Set(scores.flatMap(({ reason }) => reason ?? []))];
  return reasons.length === 0 ? 'not scorable' : `not scorable: ${reasons.join('; ')}`;
}

function describeScoreProblem({ metric, score, range, error }: Score): string {
  if (error !== undefined) return `scorer "${metric}": ${error}`;
  return `scorer "${metric}" gave ${score}, expected ${range === undefined ? 'another score' : formatRange(range)}`;
}

/**
 * Calls one scorer within the attempt's deadline: a validator agent, or the scorer with that name. Throws if there is
 * no score.
 */
async function askScorer(
  context: AttemptContext,
  { scorer, question, range }: { scorer: string; question: ScoreQuestion; range: ExperimentCase['range'] },
): Promise<ScorerVerdict> {
  const agentId = parseScorerAgentId(scorer);
  if (agentId !== undefined) return askAgentForScore(context, { agentId, question, range });
  const { scorers } = context.ports;
  if (scorers === undefined) throw new Error(`the scorer "${scorer}" is not available here`);
  context.emit({ type: 'phase.started', turn: 1, phase: 'scorer' });
  return context.deadline.run((signal) => scorers.score({ scorer, question, services: context.services(1) }, signal));
}

type AgentScoring = { agentId: string; question: ScoreQuestion; range: ExperimentCase['range'] };

/**
 * Asks a validator agent for a score. If its reply contains none, asks two more times; the score then counts only if
 * both replies are on the same side of the accepted range.
 */
async function askAgentForScore(
  context: AttemptContext,
  { agentId, question, range }: AgentScoring,
): Promise<ScorerVerdict> {
  const { output, input, groundTruth, metadata } = question;
  const request: JsonObject = { output, input, criteria: groundTruth, ...metadata };
  const askForScore = async () => {
    const answer = await askValidator(context, { use: getValidatorId(agentId), request }, 1);
    return { answer, score: parseAgentScore(context, agentId, answer) };
  };
  const first = await askForScore();
  if (first.score !== undefined) return { ...first.score, request, response: parseJsonObjectOrText(first.answer) };
  const [second, third] = [await askForScore(), await askForScore()];
  const isInRangeOfScores = [second, third].map(({ score }) => score && isInRange(score.score, range));
  if (second.score === undefined || isInRangeOfScores[0] !== isInRangeOfScores[1]) {
    const complaint = `${agentId} must answer {"score": 0.8, "reason": "…"} or {"passed": true | false}, got ${formatJsonForMessage(first.answer)}`;
    const problem = `${complaint}; two retries gave no majority`;
    context.report({ type: 'fault', fault: createJudgeFault({ kind: 'undecided', evidence: problem, turn: 1 }) });
    throw new Error(problem);
  }
  const { score, reason } = second.score;
  const reasonText = reason === '' ? '2 of 3 answers' : `2 of 3 answers: ${reason}`;
  return { score, reason: reasonText, request, response: parseJsonObjectOrText(second.answer) };
}

/**
 * Reads the score in an agent's answer; undefined for an answer without one. Throws if the answer contradicts itself.
 */
function parseAgentScore(
  context: AttemptContext,
  agentId: string,
  answer: string,
): { score: number; reason: string } | undefined {
  const parsed = parseScoringAnswer(answer);
  if (parsed === undefined || !('conflict' in parsed)) return parsed;
  const problem = `${agentId} contradicts itself: ${parsed.conflict}, in ${formatJsonForMessage(answer)}`;
  context.report({ type: 'fault', fault: createJudgeFault({ kind: parsed.kind, evidence: problem, turn: 1 }) });
  throw new Error(problem);
}
