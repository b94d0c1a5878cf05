import { isErrorAnswer } from '../../assertions/author-mistakes/crash-mistake.ts';
import { isToolNamed } from '../../assertions/match-tool.ts';
import { toPlainText } from '../../assertions/to-plain-text.ts';
import {
  type AnswerSample,
  type AssertionResult,
  type ConsistencyCase,
  type Message,
  type MetricResult,
  metricKindOfType,
  type Score,
} from '../../contract/index.ts';
import type { AttemptContext, Outcome } from '../../ports/index.ts';
import { createInputErrorOutcome } from '../attempt/error-outcome.ts';
import { loadInitialMessages } from '../attempt/initial-messages.ts';
import { computeMeanScore } from '../attempt/mean-score.ts';
import { askSamples, type SampleAnswers } from './ask-samples.ts';
import { judgeSamples } from './judge-samples.ts';

/** Asks the same question several times, lets judges compare the answers, and measures how far they agree. */
export async function executeConsistency(
  context: AttemptContext,
  testCase: ConsistencyCase,
): Promise<Outcome<'consistency'>> {
  let messages: Message[];
  context.record(computeMetricScores(testCase, []));
  try {
    messages = await loadInitialMessages(context, testCase.input);
  } catch (error) {
    return createInputErrorOutcome(error);
  }
  const { deadline } = context;
  const answers = await deadline.run((signal) => askSamples(context, { testCase, messages }, signal));
  recordAnswers(context, answers);
  const assertions = testCase.tool === undefined ? [] : [checkToolCalled(testCase.tool, answers)];
  for (const assertion of assertions) context.emit({ type: 'assertion.finished', assertion });
  context.record({ assertions });
  const tooFewAnswers = explainTooFewAnswers(answers);
  if (tooFewAnswers !== undefined) {
    return {
      ...context.findings().progress,
      scores: [],
      ...computeMetricScores(testCase, []),
      status: 'error',
      error: tooFewAnswers,
      endReason: 'agent_error',
    };
  }
  const scores = await deadline.run((signal) => judgeSamples(context, { testCase, answers }, signal));
  const measures = computeMetricScores(testCase, scores);
  warnOfMissingVerdicts(context, scores);
  warnOfErrorAnswers(context, answers);
  return {
    ...context.findings().progress,
    scores,
    ...measures,
    ...concludeCase({ samples: answers.flat(), assertions, scores, measures }),
  };
}

/**
 * Returns why the answers cannot be measured: there are none, or fewer than half of the requested ones, which would not
 * be representative.
 */
function explainTooFewAnswers(answers: readonly SampleAnswers[]): string | undefined {
  const failures = answers.filter((samples) => samples.every(({ output }) => output === undefined));
  const answerCount = answers.length - failures.length;
  if (answerCount > 0 && answerCount * 2 >= answers.length) return undefined;
  const errors = joinDistinctTexts(failures.flatMap((samples) => samples.flatMap(({ error }) => error ?? [])));
  if (answerCount === 0) return `no answer: ${errors}`;
  return `${answerCount === 1 ? 'only one answer' : `only ${answerCount} answers`} of ${answers.length} arrived, too few to measure: ${errors}`;
}

function recordAnswers(context: AttemptContext, answers: readonly SampleAnswers[]): void {
  const samples = answers.flat();
  context.record({
    toolCalls: samples.flatMap(({ toolCalls = [] }) => toolCalls),
    output: samples.find((sample) => sample.output !== undefined)?.output,
  });
}

/** Checks that the agent called the tool for every answer. Missing answers are reported separately. */
function checkToolCalled(tool: string, answers: readonly SampleAnswers[]): AssertionResult {
  const firstAnswers = answers.flatMap(([first]) => (first?.output === undefined ? [] : [first]));
  const calls = firstAnswers.flatMap(({ toolCalls = [] }) => toolCalls);
  const answersWithoutCall = firstAnswers.filter(
    ({ toolCalls = [] }) => !toolCalls.some((call) => isToolNamed(call, tool)),
  );
  const result = { type: 'tool_called', expected: tool, actual: [...new Set(calls.map((call) => call.tool))] };
  if (firstAnswers.length === 0)
    return { ...result, status: 'failed', message: `the agent gave no answer, so ${tool} was not called` };
  if (answersWithoutCall.length === 0) return { ...result, status: 'passed' };
  if (answersWithoutCall.length === firstAnswers.length)
    return { ...result, status: 'failed', message: `no answer called ${tool}` };
  const labels = answersWithoutCall.map(({ label }) => label.split('.')[0]).join(', ');
  return { ...result, status: 'failed', message: `answer ${labels} did not call ${tool}` };
}

type ConsistencyFindings = {
  samples: readonly AnswerSample[];
  assertions: readonly AssertionResult[];
  scores: readonly Score[];
  measures: ScoredMetrics;
};

/** A case that was measured always passes. Minimum scores are gates of the whole run, not of a case. */
function concludeCase(findings: ConsistencyFindings): Pick<Outcome, 'status' | 'error' | 'endReason'> {
  const { assertions, scores } = findings;
  const broken = scores.flatMap(({ error }) => error ?? []);
  if (hasUnmeasuredMetric(findings))
    return {
      status: 'error',
      error: `no verdict: ${joinDistinctTexts(broken) || describeNothingJudged(findings)}`,
      endReason: 'judge_error',
    };
  const complaints = assertions.flatMap(({ message }) => message ?? []);
  const passed = assertions.every(({ status }) => status === 'passed');
  return passed ? { status: 'passed' } : { status: 'failed', error: complaints.join('; ') };
}

function warnOfMissingVerdicts(context: AttemptContext, scores: readonly Score[]): void {
  const broken = scores.flatMap(({ error }) => error ?? []);
  if (broken.length === 0 || broken.length === scores.length) return;
  context.report({
    type: 'warning',
    text: `${broken.length} of ${scores.length} verdicts failed: ${joinDistinctTexts(broken)}`,
  });
}

/**
 * Warns if all answers are error messages: equal errors agree with each other, so they would be measured as consistent.
 */
function warnOfErrorAnswers(context: AttemptContext, answers: readonly SampleAnswers[]): void {
  const outputs = answers.flat().flatMap(({ output }) => (output === undefined ? [] : [toPlainText(output)]));
  if (!outputs.every(isErrorAnswer)) return;
  const firstLine = JSON.stringify(outputs[0]?.trimStart().split('\n', 1)[0]?.slice(0, 80));
  context.report({ type: 'warning', text: `every answer is an error message, such as ${firstLine}` });
}

function describeNothingJudged({ samples, measures }: ConsistencyFindings): string {
  if (measures.metrics.length === 0) return 'the test has no metrics';
  return samples.length === 1
    ? 'a single answer cannot be compared with anything; ask at least twice ("n: 2")'
    : 'only one answer arrived, so there is nothing to compare it with';
}

/** Returns true if all verdicts of a metric are missing. Recall may be missing if there is also an accuracy metric. */
function hasUnmeasuredMetric({ scores, measures: { metrics } }: ConsistencyFindings): boolean {
  if (metrics.length === 0) return true;
  const hasAccuracy = metrics.some(({ kind }) => kind === 'accuracy');
  return metrics.some(({ kind }, position) => {
    const ofMetric = scores.filter((score) => score.position === position);
    return (kind === 'accuracy' || !hasAccuracy) && ofMetric.every(({ error }) => error !== undefined);
  });
}

function joinDistinctTexts(texts: readonly string[]): string {
  return [...new Set(texts)].join('; ');
}

type ScoredMetrics = { metrics: MetricResult[]; score: number | null };

/**
 * Returns the mean score of each metric of a case, and the mean over its accuracy metrics; null if there are no scores.
 */
function computeMetricScores({ metrics }: ConsistencyCase, scores: readonly Score[]): ScoredMetrics {
  const results = metrics.map(({ type }, position): MetricResult => {
    const measuredScores = scores.filter((score) => score.position === position && score.score !== null);
    return {
      type,
      kind: metricKindOfType(type),
      score: computeMeanScore(measuredScores),
      records: measuredScores.length,
    };
  });
  return { metrics: results, score: computeMeanScore(results.filter(({ kind }) => kind === 'accuracy')) };
}
