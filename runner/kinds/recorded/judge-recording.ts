import type { Subject } from '../../assertions/subject.ts';
import type {
  Assertion,
  AssertionResult,
  CaseStatus,
  DynamicCase,
  StandardOrDynamicCase,
} from '../../contract/index.ts';
import type { AttemptMocks } from '../../mocks/create-tool-mocks.ts';
import { findMock } from '../../mocks/mock-entries.ts';
import { type Outcome, StoppedError } from '../../ports/index.ts';
import type { AssertionJudgement } from '../attempt/judge.ts';
import { findInputScript } from '../attempt/scripted-input.ts';
import { mustHoldInEveryTurn } from '../dynamic/conversation-rule-checks.ts';
import { executeDynamic } from '../dynamic/execute.ts';
import { executeStandard } from '../standard/execute.ts';
import type { RecordedAnswer } from './recorded-answer.ts';
import { createRecordedContext } from './recorded-context.ts';
import { createRuleListLookup, type RuleList } from './rule-list.ts';

/** An assertion to judge on a recording. `open` is the result to assume for checks that cannot be made offline. */
export type RecordedJudgement = AssertionJudgement & { place: RuleList; open: OpenCheckAssumption };
export type OpenCheckAssumption = 'passed' | 'failed';
/** Checks an assertion on a recording; undefined if that is impossible offline. */
export type JudgeRecorded = (judgement: RecordedJudgement) => Promise<AssertionResult | undefined>;

/**
 * The outcome of judging a recorded attempt, in the form for conversations. Also used for standard cases, which have no
 * turns or checkpoints.
 */
type RecordedOutcome = Outcome<'dynamic'>;

export type RecordingTask = {
  testCase: StandardOrDynamicCase;
  answer: RecordedAnswer;
  judge: JudgeRecorded;
};

/** The verdict of a case's rules on a recorded attempt. */
export type RecordingVerdict = { status: CaseStatus; outcome: RecordedOutcome } | OpenVerdict;

/** A verdict that cannot be determined without a new run, a model or a script. */
export type OpenVerdict = {
  status: 'open';
  /**
   * Why the verdict is open: the conversation would have continued beyond the recording, or the result depends on open
   * checks.
   */
  because: 'goes_on' | 'open_checks';
  /** The outcome of the recorded part, assuming that the undecided checks pass. */
  outcome: RecordedOutcome;
  openChecks: readonly Assertion[];
};

/** The verdict, with the outcomes if open checks fail (`strict`) and if they pass (`hopeful`). */
export type JudgedRecording = { verdict: RecordingVerdict; strict: RecordedOutcome; hopeful: RecordedOutcome };

/**
 * Judges a recorded attempt by a case's current rules. The case is executed normally, but the agent and the simulator
 * answer from the recording. If there are undecided checks, it is executed twice, assuming that they fail and that they
 * pass; only a result that both executions share is certain.
 */
export async function judgeRecording(task: RecordingTask): Promise<JudgedRecording> {
  const { status, error, endReason, turns } = task.answer;
  if (status !== undefined && turns.length === 0) {
    // True if the attempt ended with an error before its first turn, so that no rule can change its result.
    const outcome: RecordedOutcome = { status, error, endReason };
    return { verdict: { status, outcome }, strict: outcome, hopeful: outcome };
  }
  const strict = await replayRecording(task, 'failed');
  const lenient = strict.openChecks.size === 0 ? strict : await replayRecording(task, 'passed');
  return { verdict: combineVerdicts(task, strict, lenient), strict: strict.outcome, hopeful: lenient.outcome };
}

function combineVerdicts({ testCase }: RecordingTask, strict: RecordingRun, lenient: RecordingRun): RecordingVerdict {
  const { outcome } = lenient;
  const openChecks = [...strict.openChecks];
  if (outcome.status === 'failed' && (!lenient.hasRunOut || isFailureFinal(testCase, outcome))) {
    return { status: 'failed', outcome };
  }
  if (lenient.hasRunOut) return { status: 'open', because: 'goes_on', outcome, openChecks };
  if (strict.outcome.status === outcome.status && !strict.hasRunOut) return { status: outcome.status, outcome };
  return { status: 'open', because: 'open_checks', outcome, openChecks };
}

/** True if a rule for every turn has already failed, so that further turns cannot change the result. */
function isFailureFinal(
  testCase: StandardOrDynamicCase,
  { checkpoints = [], assertions = [] }: RecordedOutcome,
): boolean {
  if (checkpoints.some(({ invariant, required }) => invariant === 'broken' && required)) return true;
  if (assertions.some(({ rule, status }) => rule === 'turn' && status === 'failed')) return true;
  const wholeConversationResults = assertions.filter(({ rule }) => rule === undefined);
  return (testCase.assertions ?? []).some(
    (assertion, index) => mustHoldInEveryTurn(assertion) && wholeConversationResults[index]?.status === 'failed',
  );
}

type RecordingRun = { outcome: RecordedOutcome; hasRunOut: boolean; openChecks: Set<Assertion> };

async function replayRecording(
  { testCase: original, answer, judge }: RecordingTask,
  open: OpenCheckAssumption,
): Promise<RecordingRun> {
  const { testCase, isCut } = toRecordedCase(original, answer);
  const { context, hasRunOut } = createRecordedContext({ testCase, answer });
  const placeOf = createRuleListLookup(testCase);
  const isTimed = answer.turns.every(({ durationMs }) => durationMs !== undefined);
  const openChecks = new Set<Assertion>();
  // Mocks are not called again, so the state is known only if the conversation has as many turns as the recording.
  const isWholeConversation = ({ turns }: Subject): boolean => turns === undefined || turns === answer.turns.length;
  const judgeWithRecordedAnswer = async ({
    assertion,
    subject,
    turn,
  }: AssertionJudgement): Promise<AssertionResult> => {
    const ruleList = placeOf(assertion);
    const timed = isTimed ? subject : { ...subject, durationMs: undefined, longestTurnMs: undefined };
    const judgedSubject =
      answer.state === undefined || !isWholeConversation(subject) ? timed : { ...timed, state: answer.state.final };
    const isLost = assertion.type === 'state' && judgedSubject.state === undefined;
    const result = isLost ? undefined : await judge({ assertion, subject: judgedSubject, turn, place: ruleList, open });
    if (result !== undefined) return result;
    openChecks.add(assertion);
    const status = ruleList === 'never' ? oppositeStatus[open] : open;
    return { type: assertion.type, status, message: 'only a new run can decide this' };
  };
  const contextParts = {
    authored: () => ({}),
    judge: judgeWithRecordedAnswer,
    toolMocks: createRecordedMocks(testCase, answer),
    isRecorded: true,
    unlocked: answer.unlocked,
  };
  let outcome: RecordedOutcome;
  try {
    outcome = await (testCase.kind === 'dynamic'
      ? executeDynamic(context, testCase, contextParts)
      : executeStandard(context, testCase, contextParts));
  } catch (error) {
    if (!(error instanceof StoppedError)) throw error;
    const status = error.stopCause === 'timeout' ? 'timeout' : 'skipped';
    outcome = { ...context.findings().progress, status, error: answer.error, endReason: answer.endReason };
  }
  const hasRunAllTurns = outcome.endReason === 'turns_played' || outcome.endReason === 'judge_error';
  return { outcome, hasRunOut: hasRunOut() || (isCut && hasRunAllTurns), openChecks };
}

const oppositeStatus = { passed: 'failed', failed: 'passed' } as const;

/**
 * Adapts the case to the recording: input from a script is replaced with the recorded input, and scripted turns beyond
 * the recording are dropped.
 */
function toRecordedCase(
  testCase: StandardOrDynamicCase,
  answer: RecordedAnswer,
): { testCase: StandardOrDynamicCase; isCut: boolean } {
  const input = findInputScript(testCase.input) === undefined ? testCase.input : (answer.input ?? '…');
  if (testCase.kind === 'standard') return { testCase: { ...testCase, input: input ?? '' }, isCut: false };
  const playable: DynamicCase = { ...testCase, input };
  if (testCase.turns === undefined) return { testCase: playable, isCut: false };
  const turns = testCase.turns.slice(0, Math.max(0, answer.turns.length - (input === undefined ? 0 : 1)));
  return { testCase: { ...playable, turns }, isCut: turns.length < testCase.turns.length };
}

/** Replaces the mocks when a recorded attempt is judged again: calls nothing, and repeats a recorded refusal. */
function createRecordedMocks({ mocks = {} }: StandardOrDynamicCase, answer: RecordedAnswer): AttemptMocks | undefined {
  const { state, endReason, error, turns } = answer;
  const isRefused = endReason === 'unmocked_call';
  if (state === undefined && !isRefused) return undefined;
  let turn = 0;
  return {
    tools: Object.keys(mocks),
    isMocked: ({ name, server }) => findMock(mocks, { tool: name, server }) !== undefined,
    answer: () => Promise.reject(new Error('judging a recording calls no agent')),
    takeCalls() {
      turn += 1;
      return [];
    },
    refusal: () => (isRefused && turn === turns.length ? error?.replace(/^turn \d+: /, '') : undefined),
    reasonToRefuse: () => undefined,
    replay: () => Promise.resolve(undefined),
    replaceState: () => undefined,
    idle: () => [],
    couldChangeState: () => true,
    endState: () => state ?? { final: {}, changes: [] },
  };
}
