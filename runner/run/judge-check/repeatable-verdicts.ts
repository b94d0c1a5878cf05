import { getValidatorId } from '../../assertions/agent/agent-rules.ts';
import { BUILT_IN_JUDGE } from '../../assertions/agent/built-in-judge.ts';
import { isDelegatedAssertion } from '../../assertions/assertion-question.ts';
import { evaluateAssertionSynchronously } from '../../assertions/evaluate-assertion.ts';
import type { AssertionResult, ConsistencyCase, StandardOrDynamicCase } from '../../contract/index.ts';
import { isJudgedByAccuracy, parseScorerAgentId } from '../../fold/index.ts';
import type { RecordedResult } from '../../history/index.ts';
import { createJudge } from '../../kinds/attempt/judge.ts';
import { toRepeatableScore } from '../../kinds/consistency/judge-samples.ts';
import { isStandardOrDynamicCase } from '../../kinds/kinds.ts';
import { judgeRecording, type RecordedJudgement } from '../../kinds/recorded/judge-recording.ts';
import { createRecordedVerdicts } from '../../kinds/recorded/recorded-verdicts.ts';
import type { AttemptContext } from '../../ports/index.ts';
import { castToJson } from '../../values/index.ts';
import { getJudgeOfMetric, getJudgeOfValidation, type JudgeIdentity } from '../../verdict/index.ts';
import type { CurrentSuiteRules, JudgedAttemptAddress } from '../regrade/open-rules.ts';

/** A judge's answer to a question that was repeated; `passed` is null if the judge did not decide. */
export type JudgeAnswer = { kind: 'answered'; passed: boolean | null } | { kind: 'unanswered'; why: string };

/** A stored verdict of a judge, and a function that asks the judge again. */
export type RepeatableVerdict = JudgeIdentity & {
  passed: boolean;
  /** Identifies the question and the judged answer; verdicts with the same value are duplicates. */
  matter: string;
  /** The number of calls that the judge needs for one answer. */
  calls: number;
  ask(time: number): Promise<JudgeAnswer>;
  /** Repeats the question with the two compared texts in reverse order. */
  askSwapped?: (time: number) => Promise<JudgeAnswer>;
};

type RecordedVerdictsSource = { asked: JudgedAttemptAddress; recorded: RecordedResult; open: CurrentSuiteRules };

/**
 * Returns the verdicts of an attempt for which judges can be asked again, because their questions are the same in the
 * current case.
 */
export async function findRepeatableVerdicts(source: RecordedVerdictsSource): Promise<RepeatableVerdict[]> {
  const { testCase } = source.asked;
  if (isStandardOrDynamicCase(testCase)) return collectVerdictsOfRules(source, testCase);
  return isJudgedByAccuracy(testCase) ? collectVerdictsOfScores(source, testCase) : [];
}

/**
 * Counts verdicts that no rule of a case requests: verdicts of agents that score rows of tables, and of agents that
 * `t.assert.Agent` calls.
 */
export function countVerdictsWithoutRule({ asked, recorded }: Omit<RecordedVerdictsSource, 'open'>): number {
  if (isStandardOrDynamicCase(asked.testCase)) return 0;
  const { assertions, scores = [] } = recorded.result;
  const scoredVerdicts = scores.filter(
    ({ metric, error }) => parseScorerAgentId(metric) !== undefined && error === undefined,
  );
  return assertions.filter(({ agentValidation }) => agentValidation !== undefined).length + scoredVerdicts.length;
}

async function collectVerdictsOfRules(
  { asked, recorded, open }: RecordedVerdictsSource,
  testCase: StandardOrDynamicCase,
): Promise<RepeatableVerdict[]> {
  const verdictOf = createRecordedVerdicts(recorded.answer);
  const verdicts = new Map<string, RepeatableVerdict>();
  await judgeRecording({
    testCase,
    answer: recorded.answer,
    async judge(judgement) {
      const { assertion, subject, turn, place } = judgement;
      if (!isDelegatedAssertion(assertion)) return evaluateAssertionSynchronously({ assertion, subject });
      const recordedVerdict = verdictOf({ assertion, subject, turn, place });
      const askable =
        recordedVerdict && toRepeatableVerdict(judgement, recordedVerdict, (use) => open.inAttempt(asked, use));
      if (askable !== undefined) verdicts.set(askable.matter, askable);
      return recordedVerdict;
    },
  });
  return [...verdicts.values()];
}

type UseAttemptContext = <Result>(use: (context: AttemptContext) => Promise<Result>) => Promise<Result>;

function toRepeatableVerdict(
  judgement: RecordedJudgement,
  recordedVerdict: AssertionResult,
  inAttempt: UseAttemptContext,
): RepeatableVerdict | undefined {
  const { assertion, subject } = judgement;
  if (assertion.type !== 'agent' || recordedVerdict.status === 'error') return undefined;
  const { value, options, use, votes = 1 } = assertion;
  const criteria = options?.metadata?.criteria ?? value ?? undefined;
  const passed = (recordedVerdict.status === 'passed') !== (recordedVerdict.negate === true);
  const judge = getJudgeOfValidation({
    passed,
    reason: '',
    use: use === undefined ? BUILT_IN_JUDGE : getValidatorId(use),
    connector: options?.connector ?? recordedVerdict.agentValidation?.connector,
    criteria,
  });
  const { value: output, input, conversationSoFar, conversation = conversationSoFar?.turns ?? null } = subject;
  return {
    ...judge,
    passed,
    calls: votes,
    matter: JSON.stringify([judge, castToJson(options?.metadata ?? null), output, input, conversation]),
    ask: () => inAttempt(async (context) => toJudgeAnswer(await createJudge(context)(judgement))),
  };
}

/**
 * Returns the judge's answer in a result. A judge that replied counts as having answered, even if its reply contains no
 * verdict.
 */
function toJudgeAnswer({ status, negate, message, agentValidation }: AssertionResult): JudgeAnswer {
  if (status !== 'error') return { kind: 'answered', passed: (status === 'passed') !== (negate === true) };
  if (agentValidation !== undefined) return { kind: 'answered', passed: null };
  return { kind: 'unanswered', why: message ?? 'no answer' };
}

function collectVerdictsOfScores(
  { asked, recorded, open }: RecordedVerdictsSource,
  testCase: ConsistencyCase,
): Promise<RepeatableVerdict[]> {
  const { result } = recorded;
  if (!isJudgedByAccuracy(result)) return Promise.resolve([]);
  const { scores = [], samples = [] } = result;
  return open.inAttempt(asked, async (context) =>
    scores.flatMap((score): RepeatableVerdict[] => {
      const askable = toRepeatableScore(context, { testCase, score, samples });
      if (askable === undefined || score.error !== undefined) return [];
      const askJudgeOfScore = (number: number, isSwapped: boolean): Promise<JudgeAnswer> =>
        open.inAttempt(asked, async (ownContext) => {
          const { passed, response, error = 'no answer' } = await askable.ask(ownContext, { number, isSwapped });
          return response === undefined ? { kind: 'unanswered', why: error } : { kind: 'answered', passed };
        });
      return [
        {
          ...getJudgeOfMetric(score.metric),
          passed: score.passed,
          matter: JSON.stringify([askable.judge, score.metric, score.request ?? null]),
          calls: 1,
          ask: (time) => askJudgeOfScore(time, false),
          ...(askable.isComparison ? { askSwapped: (time: number) => askJudgeOfScore(time, true) } : {}),
        },
      ];
    }),
  );
}
