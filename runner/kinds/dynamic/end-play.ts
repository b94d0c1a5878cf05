import type { Subject } from '../../assertions/subject.ts';
import type { Assertion, CheckpointResult, EndReason } from '../../contract/index.ts';
import type { Outcome } from '../../ports/index.ts';
import { judgeOffline } from '../attempt/judge.ts';
import { currentState, unusedParts } from '../attempt/mock-desk.ts';
import { subjectOfConversation, subjectOfTurn } from '../attempt/subjects.ts';
import { type JudgedRule, unjudgedIn } from '../attempt/unjudged.ts';
import { type ConversationRun, record } from './conversation-run.ts';
import { findHints } from './hints/find-hints.ts';
import { userSlips } from './user-slips.ts';
import { isOnEveryTurn } from './whole-rules.ts';
import { wholeVerdict } from './whole-verdict.ts';

/**
 * How a conversation ended, the reason if that fails the case, and whether the simulator's goal was not achieved yet.
 */
export type Ending = { endReason: EndReason; reason?: string; hasMoreToSay?: boolean };

/** Judges the whole conversation. */
export async function conclude(
  run: ConversationRun,
  { endReason, reason, hasMoreToSay = false }: Ending,
): Promise<Outcome<'dynamic'>> {
  const { context, judge, testCase, input, board, whole, turns, desk } = run;
  const turn = turns.at(-1)?.turn ?? 1;
  const subject = subjectOfConversation(input, turns, currentState(desk, context));
  await whole.atEnd(judge, { turn, subject });
  board.end(context, turn);
  const verdict = wholeVerdict({ board, whole, endReason, reason, maxTurns: testCase.maxTurns });
  if (verdict !== undefined) return finish(run, verdict);
  const { toolCalls } = subject;
  const slips = userSlips({ turns, endedAt: run.endedAt, endReason });
  const unjudged = unjudgedIn(judgedRules(run, subject), { toolCalls, endedBeforeDone: hasMoreToSay, slips });
  return finish(run, { status: 'passed', endReason, ...unjudged });
}

export async function abortConversation(
  play: ConversationRun,
  outcome: Outcome<'dynamic'>,
): Promise<Outcome<'dynamic'>> {
  await judgeRemaining(play);
  return finish(play, outcome);
}

/** After an error or timeout, still makes the checks that need no calls, and lists the others as not judged. */
export async function judgeRemaining(run: ConversationRun): Promise<void> {
  const { context, input, board, whole, turns, unjudged, desk } = run;
  if (unjudged !== undefined) {
    const reached = await board.check({ judge: judgeOffline, emit: context.emit }, unjudged);
    const turn = turns.find((each) => each.turn === unjudged.turn);
    if (turn !== undefined) turn.checkpointsReached = reached;
    await whole.afterTurn(judgeOffline, unjudged);
  }
  await whole.atEnd(judgeOffline, {
    turn: turns.at(-1)?.turn ?? 1,
    subject: subjectOfConversation(input, turns, currentState(desk, context)),
  });
  record(run);
}

function finish(play: ConversationRun, outcome: Outcome<'dynamic'>): Outcome<'dynamic'> {
  record(play);
  const { context, testCase, turns, board } = play;
  const { endReason, status } = outcome;
  const isFailing = status !== 'passed';
  const hints = findHints({ testCase, turns, checkpoints: board.results(), endReason, isFailing });
  for (const hint of hints) context.report({ type: 'fault', fault: hint });
  return {
    ...play.context.findings().progress,
    ...outcome,
    ...unusedParts(outcome, board.results().flatMap(idleCheckpoint)),
  };
}

/** The rules of the case, each with the answers to which it applies. */
function judgedRules({ testCase, isOpened, turns }: ConversationRun, whole: Subject): JudgedRule[] {
  const { checkpoints, assertions = [], never = [], turns: scripted = [] } = testCase;
  const answeredSubjects = turns.flatMap(({ response, ...turn }) =>
    response === undefined ? [] : [subjectOfTurn({ ...turn, response })],
  );
  const judged = (rules: readonly Assertion[], subjects: readonly Subject[], isForbidden = false): JudgedRule[] =>
    rules.map((assertion) => ({ assertion, isForbidden, subjects }));
  const first = isOpened ? 1 : 0;
  return [
    ...checkpoints.flatMap(({ assert }) => judged(assert, answeredSubjects)),
    ...scripted.flatMap(({ assert = [] }, index) =>
      judged(assert, answeredSubjects.slice(first + index, first + index + 1)),
    ),
    ...judged(never, answeredSubjects, true),
    ...assertions.flatMap((assertion) => judged([assertion], isOnEveryTurn(assertion) ? answeredSubjects : [whole])),
  ];
}

/**
 * An optional checkpoint that was not reached, or an invariant that was never checked because its prerequisites were
 * not reached.
 */
function idleCheckpoint({ id, required, reached, invariant }: CheckpointResult): string[] {
  if (invariant === 'not_judged') return [`checkpoint ${id}, whose "after" was never reached`];
  return required || reached || invariant !== undefined ? [] : [`optional checkpoint ${id}`];
}
