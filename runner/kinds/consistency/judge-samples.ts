import { removeQuotedPrompt } from '../../assertions/agent/remove-quoted-prompt.ts';
import { jsonEquals } from '../../assertions/json-equals.ts';
import { getJudgedValue } from '../../assertions/judged-value.ts';
import { toPlainText } from '../../assertions/to-plain-text.ts';
import type { AnswerSample, ConsistencyCase, Metric, Score } from '../../contract/index.ts';
import { formatContentText, toMessages } from '../../fold/index.ts';
import { type AttemptContext, startStopwatch } from '../../ports/index.ts';
import { mapInParallel, toErrorMessage } from '../../values/index.ts';
import { createJudgeFault } from '../attempt/judge.ts';
import { pairAnswers } from './answer-pairs.ts';
import type { SampleAnswers } from './ask-samples.ts';
import { callInOwnSession } from './call-in-own-session.ts';
import { computeContextRecall } from './context-recall.ts';
import { buildCorrectnessPrompt, buildSimilarityPrompt } from './judge-prompts.ts';
import { type JudgeReplyVerdict, parseComparisonVerdict, parseExaminationVerdict } from './read-verdict.ts';

/** The answers that a verdict is about: one answer, or two answers that are compared with each other. */
type JudgedAnswers = { left: AnswerSample; right?: AnswerSample };
type SampleScoring = JudgedAnswers & { metric: Metric; position: number };
type MetricScoring<Type extends Metric['type']> = JudgedAnswers & {
  metric: Extract<Metric, { type: Type }>;
  position: number;
};
type JudgeScoring = MetricScoring<'similarity'> | MetricScoring<'correctness'>;

type JudgingContext = { testCase: ConsistencyCase; answers: readonly SampleAnswers[] };

/** Gets all verdicts that the metrics need, several in parallel. A failing judge yields a failed verdict. */
export async function judgeSamples(
  context: AttemptContext,
  { testCase, answers }: JudgingContext,
  signal: AbortSignal,
): Promise<Score[]> {
  const collected: Score[] = [];
  return mapInParallel(
    {
      items: testCase.metrics.flatMap((metric, position) =>
        listAnswersToJudge(metric, { testCase, answers }).map((subject) => ({ ...subject, metric, position })),
      ),
      width: testCase.concurrency,
      async work(scoring, number) {
        const score = await scoreAnswers(context, { testCase, scoring, number });
        signal.throwIfAborted();
        context.emit({ type: 'score.finished', score });
        collected[number] = score;
        context.record({ scores: collected.filter((each) => each !== undefined) });
        return score;
      },
    },
    signal,
  );
}

/**
 * Returns the answers to judge. Each answer is compared with the expected answer; without one, answers are compared
 * with each other, and if a workflow loops, iteration by iteration. Missing answers are skipped, except for
 * correctness, where they count like wrong answers.
 */
function listAnswersToJudge({ type }: Metric, { testCase, answers }: JudgingContext): JudgedAnswers[] {
  const samples = answers.flat();
  const missingAnswers = type === 'correctness' ? samples.filter(({ output }) => output === undefined) : [];
  const reference = type === 'context_recall' ? (testCase.contexts ?? testCase.expected) : testCase.expected;
  if (reference === undefined)
    return [...listComparisons({ testCase, answers }), ...missingAnswers.map((left) => ({ left }))];
  const selected = type === 'correctness' ? samples : samples.filter(({ output }) => output !== undefined);
  return selected.map((left) => ({ left }));
}

function listComparisons({ testCase, answers }: JudgingContext): JudgedAnswers[] {
  const rounds = Math.max(0, ...answers.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => answers.flatMap((each) => each[round] ?? []))
    .map((ofRound) => ofRound.filter(({ output }) => output !== undefined))
    .flatMap((ofRound) => pairAnswers(ofRound, testCase.pairing).map(([left, right]) => ({ left, right })));
}

type ScoringContext = { testCase: ConsistencyCase; scoring: SampleScoring; number: number };

async function scoreAnswers(context: AttemptContext, { testCase, scoring, number }: ScoringContext): Promise<Score> {
  const { metric, position, left, right } = scoring;
  const labels = right === undefined ? [left.label] : [left.label, right.label];
  const basis = { metric: metric.type, position, samples: labels };
  switch (metric.type) {
    case 'context_recall':
      return { ...basis, ...measureRecall(metric.threshold, scoring, testCase) };
    case 'correctness':
      if (left.output === undefined) return { ...basis, ...createUnansweredFinding(left) };
      return { ...basis, ...(await askJudge(context, { testCase, scoring: { ...scoring, metric }, number })) };
    case 'similarity':
      return { ...basis, ...(await askJudge(context, { testCase, scoring: { ...scoring, metric }, number })) };
    default:
      return metric satisfies never;
  }
}

type StoredScore = { testCase: ConsistencyCase; score: Score; samples: readonly AnswerSample[] };

/** A stored judge verdict that can be requested again. */
export type RepeatableScore = {
  judge: string;
  /** True if the judge compares two texts, whose order must not matter. */
  isComparison: boolean;
  ask(context: AttemptContext, order: { number: number; isSwapped: boolean }): Promise<JudgeFinding>;
};

/**
 * Returns the judge request of a stored verdict; undefined if no judge was involved, or if the case would now ask the
 * judge another question.
 */
export function toRepeatableScore(
  context: Pick<AttemptContext, 'ports'>,
  { testCase, score, samples }: StoredScore,
): RepeatableScore | undefined {
  const metric = testCase.metrics[score.position];
  const [left, right] = (score.samples ?? []).map((label) => samples.find((sample) => sample.label === label));
  if (metric === undefined || metric.type === 'context_recall' || metric.type !== score.metric) return undefined;
  if (left?.output === undefined) return undefined;
  const basis = { left, ...(right === undefined ? {} : { right }), position: score.position };
  const scoring: JudgeScoring = metric.type === 'similarity' ? { ...basis, metric } : { ...basis, metric };
  const prompt = buildJudgePrompt(context, { testCase, scoring });
  if (!prompt.ok || !jsonEquals([{ role: 'system', content: prompt.text }], score.request ?? null)) return undefined;
  return {
    judge: metric.judge,
    isComparison: metric.type === 'similarity',
    ask: (ownContext, order) => askJudge(ownContext, { testCase, scoring, ...order }),
  };
}

type JudgeFinding = Omit<Score, 'metric' | 'position' | 'samples'>;

function createUnansweredFinding({ error = 'no answer' }: AnswerSample): JudgeFinding {
  return { score: 0, passed: false, choice: 'FAIL', reason: `The agent did not answer: ${error}` };
}

/** The recall of an agent that retrieves nothing is 0. Nothing can be measured only if the reference is missing. */
function measureRecall(threshold: number, { left, right }: JudgedAnswers, testCase: ConsistencyCase): JudgeFinding {
  const retrieved = [...(left.contexts ?? [])];
  const reference = [...(right === undefined ? (testCase.contexts ?? []) : (right.contexts ?? []))];
  const contexts = { retrieved, reference };
  const score = computeContextRecall(contexts);
  if (score !== null) return { score, passed: score > threshold, contexts };
  if (right === undefined && reference.length === 0)
    return { score: null, passed: false, error: 'no recall: there is nothing to compare with', contexts };
  const side = retrieved.length === 0 ? 'the agent' : 'the other answer';
  return { score: 0, passed: false, reason: `no recall: ${side} retrieved nothing`, contexts };
}

type JudgeCall = { testCase: ConsistencyCase; scoring: JudgeScoring; number: number; isSwapped?: boolean };

async function askJudge(context: AttemptContext, { number, ...judgeCall }: JudgeCall): Promise<JudgeFinding> {
  const { testCase, scoring } = judgeCall;
  const elapsed = startStopwatch(context.ports.clock);
  const prompt = buildJudgePrompt(context, judgeCall);
  if (!prompt.ok) return { score: 0, passed: false, error: `prompt: ${prompt.error}` };
  const result = await callInOwnSession(context, {
    testCase,
    session: `judge:${number + 1}`,
    make: (ownContext) =>
      ownContext.ask({
        role: 'judge',
        phase: 'judge',
        turn: number + 1,
        agentId: scoring.metric.judge,
        messages: [{ role: 'system', content: prompt.text }],
        options: {},
        sessionId: ownContext.sessionId,
      }),
  });
  const basis = { request: [{ role: 'system', content: prompt.text }], durationMs: elapsed() };
  if (!result.ok) return { ...basis, score: 0, passed: false, error: `judge: ${result.error}` };
  const reply = toPlainText(getJudgedValue(result.value));
  const verdict = parseJudgeReply(scoring.metric, removeQuotedPrompt(reply, [prompt.text]));
  const { error: evidence } = verdict;
  if (evidence !== undefined)
    context.report({ type: 'fault', fault: createJudgeFault({ kind: 'undecided', evidence, turn: number + 1 }) });
  return { ...basis, ...verdict, response: reply };
}

function parseJudgeReply(metric: JudgeScoring['metric'], reply: string): JudgeReplyVerdict {
  const judge = metric.judge.replace(/^model:/, '');
  return metric.type === 'similarity'
    ? parseComparisonVerdict(reply, { judge, scores: metric.scores })
    : parseExaminationVerdict(reply, judge);
}

type JudgePrompt = { ok: true; text: string } | { ok: false; error: string };

/** A prompt template that cannot be filled in counts as a failed verdict, like a judge that does not answer. */
function buildJudgePrompt(
  { ports }: Pick<AttemptContext, 'ports'>,
  { testCase, scoring, isSwapped = false }: Omit<JudgeCall, 'number'>,
): JudgePrompt {
  const { metric, left, right } = scoring;
  const question = left.prompt ?? toQuestionText(testCase);
  const actual = left.output ?? '';
  const expected = right?.output ?? testCase.expected ?? '';
  const examination = { prompt: question, expected, actual };
  const [submission_1, submission_2] = isSwapped ? [expected, actual] : [actual, expected];
  const comparison = { task_description: question, submission_1, submission_2 };
  if (metric.prompt === undefined) {
    return {
      ok: true,
      text: metric.type === 'similarity' ? buildSimilarityPrompt(comparison) : buildCorrectnessPrompt(examination),
    };
  }
  if (ports.render === undefined) return { ok: false, error: 'prompt templates cannot be filled in here' };
  try {
    return { ok: true, text: ports.render(metric.prompt, metric.type === 'similarity' ? comparison : examination) };
  } catch (error) {
    return { ok: false, error: toErrorMessage(error) };
  }
}

function toQuestionText({ input }: ConsistencyCase): string {
  return toMessages(input)
    .map(({ content }) => formatContentText(content))
    .join('\n');
}
