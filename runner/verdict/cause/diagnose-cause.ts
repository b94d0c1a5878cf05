import type { CaseResult, CheckpointResult, Condition } from '../../contract/index.ts';
import type { CaseRow, RunState } from '../../fold/index.ts';
import { type DiagnosedProblem, listProblems } from '../diagnosis/problems.ts';
import type { AttemptCause } from './cause.ts';
import {
  describeCheckpointOrder,
  describeDivergence,
  findTurnNamedLast,
  listDivergenceEvidence,
  outsideTurnsText,
} from './cause-words.ts';
import { type ConversationTurnComparison, compareTurnsOfConversations } from './first-divergence.ts';
import { findWrongCall, locateFailedAssertion } from './locate-failed-assertion.ts';
import {
  type FailureLocation,
  findTurnOfCheckpoint,
  getCheckpointResults,
  listToolsOfConditions,
  locateMissingCheckpoint,
} from './locate-missing-checkpoint.ts';
import { quoteNearestPassage } from './simplify-failure-message.ts';

/** The data needed to find a cause: the suite, and the checkpoints announced at the start of the run. */
export type DiagnosedCase = Pick<CaseRow, 'suiteKey' | 'checkpoints'>;

/** Loads the last attempt of a case that passed. */
export type LoadLastPassingAttempt = NonNullable<RunState['lastPassing']>;

/** The cause of a failure, and all problems of the attempt; the decisive problem comes first. */
export type CauseAndProblems = { cause: AttemptCause; problems: [DiagnosedProblem, ...DiagnosedProblem[]] };

/**
 * Explains why an attempt failed, and in which turn. The cause is the first difference from the case's last passing
 * attempt that explains the decisive problem. If there is no such difference, the cause is the turn that came closest
 * to the missing condition, a checkpoint in the wrong order, or the turn that a judge quotes. Undefined for an attempt
 * that did not fail.
 */
export function diagnoseCause(
  attempt: CaseResult,
  lastPassing: CaseResult | undefined,
  suite: DiagnosedCase,
): AttemptCause | undefined {
  return findCauseAndProblems(attempt, lastPassing, suite)?.cause;
}

export function findCauseAndProblems(
  attempt: CaseResult,
  lastPassing: CaseResult | undefined,
  suite: DiagnosedCase,
): CauseAndProblems | undefined {
  const problems = listProblems(attempt);
  const [first] = problems;
  if (first === undefined) return undefined;
  const context: DiagnosisContext = {
    attempt,
    suite,
    passed: lastPassing,
    comparison: lastPassing === undefined ? undefined : compareTurnsOfConversations(lastPassing, attempt),
  };
  const rivals = isCheckpointProblem(first) ? problems.filter(isCheckpointProblem) : [first];
  const explained = rivals.map((problem) => ({ problem, account: explainDecisiveProblem(problem, context) }));
  const { problem, account } = explained.reduce((best, each) =>
    getTurnOrInfinity(each.account) < getTurnOrInfinity(best.account) ? each : best,
  );
  const { by: party = 'agent' } = attempt.fault ?? {};
  const { turn, sentence, evidence, confidence, fingerprint } = account;
  return {
    cause: { ...(turn === undefined ? {} : { turn }), party, sentence, evidence, confidence, fingerprint },
    problems: [problem, ...problems.filter((each) => each !== problem)],
  };
}

type CauseWithoutParty = Omit<AttemptCause, 'party'>;

type DiagnosisContext = {
  attempt: CaseResult;
  suite: DiagnosedCase;
  passed: CaseResult | undefined;
  comparison: ConversationTurnComparison | undefined;
};

type CheckpointProblem = Extract<DiagnosedProblem, { kind: 'stuck' | 'order' }>;

/**
 * True for a problem with a checkpoint. If several checkpoints failed independently of each other, the one that failed
 * first is the cause.
 */
function isCheckpointProblem(problem: DiagnosedProblem): problem is CheckpointProblem {
  return problem.kind === 'stuck' || problem.kind === 'order';
}

function getTurnOrInfinity({ turn = Number.POSITIVE_INFINITY }: CauseWithoutParty): number {
  return turn;
}

function explainDecisiveProblem(problem: DiagnosedProblem, context: DiagnosisContext): CauseWithoutParty {
  const { suiteKey } = context.suite;
  switch (problem.kind) {
    case 'broke': {
      const { status, message, turn } = problem;
      // The fingerprint does not contain the suite, so that the same infrastructure error in several suites forms one
      // group.
      return { turn, sentence: message, evidence: [], confidence: 'certain', fingerprint: `${status} ${message}` };
    }
    case 'wrong':
      return explainBrokenRule(problem, context);
    case 'order':
      if (context.attempt.endReason !== 'out_of_order' && isSameOrderInPassedAttempt(problem, context)) {
        return explainMissingCheckpoint({ checkpoint: problem.checkpoint }, context);
      }
      return {
        turn: problem.turn,
        sentence: describeCheckpointOrder(problem),
        evidence: [],
        confidence: 'certain',
        fingerprint: `${suiteKey} ${problem.checkpoint} wrong order ${findCheckpointTool(problem.checkpoint, context)}`,
      };
    case 'stuck':
      return explainMissingCheckpoint(problem, context);
    default:
      return problem satisfies never;
  }
}

/**
 * True if the agent also met the checkpoint too early in the passing attempt and still reached it later; then the order
 * is not the problem.
 */
function isSameOrderInPassedAttempt({ checkpoint }: CheckpointProblem, { passed }: DiagnosisContext): boolean {
  const before = getCheckpointResults(passed).find(({ id }) => id === checkpoint);
  return before?.reached === true && before.outOfOrderAtTurns.length > 0;
}

type MissingCheckpointProblem = Pick<Extract<DiagnosedProblem, { kind: 'stuck' }>, 'checkpoint' | 'since' | 'ahead'>;

function explainMissingCheckpoint(
  { checkpoint, since, ahead }: MissingCheckpointProblem,
  context: DiagnosisContext,
): CauseWithoutParty {
  const { attempt, passed, comparison } = context;
  const conditions = findConditions(checkpoint, context);
  const reason = findCheckpointResult(checkpoint, attempt)?.agentValidation?.reason;
  const location = locateMissingCheckpoint(
    { attempt, passed, comparison, conditions, since, reason },
    findTurnOfCheckpoint(passed, checkpoint),
  );
  const never = `\`${checkpoint}\` was never reached`;
  const fingerprint = `${context.suite.suiteKey} ${checkpoint} ${determineCauseKind(location, { conditions, attempt })}`;
  const isShown = location?.by === 'divergence' || location?.by === 'nearest';
  if (!isShown && ahead !== undefined) {
    return {
      turn: ahead.turn,
      sentence: describeCheckpointOrder(ahead),
      evidence: [],
      confidence: 'likely',
      fingerprint,
    };
  }
  if (location === undefined) {
    const due = since === undefined ? [] : [`due since T${since}`];
    return { sentence: `${never}, and no turn shows why`, evidence: due, confidence: 'unknown', fingerprint };
  }
  const { turn } = location;
  return { turn, ...describeFailureLocation(location, never), confidence: 'likely', fingerprint };
}

function describeFailureLocation(
  location: FailureLocation,
  lacking: string,
): Pick<AttemptCause, 'sentence' | 'evidence'> {
  const { turn } = location;
  switch (location.by) {
    case 'divergence': {
      const { divergence } = location;
      return {
        sentence: `${describeDivergence(divergence)}; ${lacking}`,
        evidence: listDivergenceEvidence(divergence),
      };
    }
    case 'nearest':
      return {
        sentence: `${lacking}; nearest at T${turn}`,
        evidence: [`T${turn} was nearest: ${quoteNearestPassage(location.nearest.quote)}`],
      };
    case 'quote':
      return {
        sentence: `Wrong at T${turn}: ${lacking}`,
        evidence: [`the judge refers to T${turn}: ${quoteNearestPassage(location.quote)}`],
      };
    case 'only turn':
      return { sentence: `Wrong at T${turn}: ${lacking}`, evidence: [] };
    default:
      return location satisfies never;
  }
}

/**
 * Returns the kind of the cause and its tool for the fingerprint. Neither may depend on whether a passing attempt
 * exists.
 */
function determineCauseKind(
  location: FailureLocation | undefined,
  { conditions, attempt }: { conditions: readonly Condition[]; attempt: CaseResult },
): string {
  if (location?.by === 'divergence') {
    const { divergence } = location;
    return `${divergence.kind} ${'tool' in divergence ? divergence.tool : ''}`;
  }
  const [tool] = listToolsOfConditions(conditions);
  if (tool === undefined) return 'wrong text ';
  const wasCalled = attempt.toolCalls.some((call) => call.tool === tool);
  return `${wasCalled ? 'wrong argument' : 'missing call'} ${tool}`;
}

function explainBrokenRule(
  problem: Extract<DiagnosedProblem, { kind: 'wrong' }>,
  context: DiagnosisContext,
): CauseWithoutParty {
  const { message, check, turn, assertion } = problem;
  const { attempt, suite } = context;
  const fingerprint = `${suite.suiteKey} ${check}`;
  if (turn !== undefined) {
    return { turn, sentence: `Wrong at T${turn}: ${message}`, evidence: [], confidence: 'certain', fingerprint };
  }
  if (attempt.turns === undefined) {
    const confidence = attempt.fault?.confidence ?? 'likely';
    return { sentence: message, evidence: [], confidence, fingerprint };
  }
  const named = assertion && findWrongCall(assertion);
  if (named !== undefined) {
    const sentence = `Wrong at T${named.turn}: ${message}`;
    return {
      turn: named.turn,
      sentence,
      evidence: [],
      confidence: 'certain',
      fingerprint: `${fingerprint} ${named.tool}`,
    };
  }
  const location = assertion && locateFailedAssertion(assertion, context);
  if (location === undefined) {
    const turn = findTurnNamedLast(message);
    if (turn !== undefined)
      return { turn, sentence: `Wrong at T${turn}: ${message}`, evidence: [], confidence: 'likely', fingerprint };
    return { sentence: `${message}${outsideTurnsText}`, evidence: [], confidence: 'unknown', fingerprint };
  }
  const kind = location.by === 'divergence' ? ` ${determineCauseKind(location, { conditions: [], attempt })}` : '';
  const { sentence, evidence } = describeFailureLocation(location, message);
  return {
    turn: location.turn,
    sentence: location.by === 'nearest' ? `Wrong at T${location.turn}: ${message}` : sentence,
    evidence,
    confidence: 'likely',
    fingerprint: `${fingerprint}${kind}`,
  };
}

function findConditions(checkpoint: string, { suite, attempt }: DiagnosisContext): readonly Condition[] {
  const announcedConditions = suite.checkpoints?.find(({ id }) => id === checkpoint)?.conditions;
  if (announcedConditions !== undefined) return announcedConditions;
  const tool = findCheckpointResult(checkpoint, attempt)?.tool;
  return tool === undefined ? [] : [{ check: 'tool_called', wanted: tool, tools: tool.split(' or ') }];
}

function findCheckpointTool(checkpoint: string, context: DiagnosisContext): string {
  return listToolsOfConditions(findConditions(checkpoint, context))[0] ?? '';
}

function findCheckpointResult(checkpoint: string, attempt: CaseResult): CheckpointResult | undefined {
  return getCheckpointResults(attempt).find(({ id }) => id === checkpoint);
}
