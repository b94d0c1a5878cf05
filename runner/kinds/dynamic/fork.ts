import { isDelegatedAssertion } from '../../assertions/assertion-question.ts';
import type { CaseInput, DynamicCase, Message, Turn } from '../../contract/index.ts';
import { formatContentText } from '../../fold/index.ts';
import type { ForkPoint, Outcome } from '../../ports/index.ts';
import type { JudgeAssertion } from '../attempt/judge.ts';
import { buildMocksSeed, getCurrentState } from '../attempt/run-with-mocks.ts';
import { buildTurnSubject } from '../attempt/subjects.ts';
import { createRecordedVerdicts } from '../recorded/recorded-verdicts.ts';
import { createRuleListLookup } from '../recorded/rule-list.ts';
import { abortConversation, concludeConversation } from './conclude.ts';
import { toConversationMessages } from './conversation.ts';
import { type ConversationRun, recordProgress } from './conversation-run.ts';

/** Returns a case that continues a past conversation from one of its turns, with the input of that conversation. */
export function forkConversation(testCase: DynamicCase, from: ForkPoint, input: CaseInput | undefined): DynamicCase {
  return { ...testCase, forked: from, ...(input === undefined ? {} : { input }) };
}

/**
 * Returns the messages before the first turn, the turns before the fork, and the user's new message if there is one.
 */
export function buildForkedMessages(initial: readonly Message[], { turns, message }: ForkPoint): Message[] {
  const lastMessage: Message[] = turns.length > 0 ? [] : initial.slice(-1);
  const next: Message[] = message === undefined ? lastMessage : [{ role: 'user', content: message }];
  return [
    ...initial.slice(0, -1),
    ...turns.flatMap(({ turn, input, response }): Message[] => [
      { role: 'user', content: input },
      ...(response === undefined ? [] : toConversationMessages(response, turn)),
    ]),
    ...next,
  ];
}

/**
 * Restores what the conversation had reached before the fork: the state and counters of the mocks, by replaying the
 * recorded calls; checkpoints and rules, by judging those turns again with the recorded verdicts; and the built-in
 * user. Emits the turns, so that viewers see the whole conversation. Returns the outcome if the attempt ends here.
 */
export async function restoreForkedTurns(
  run: ConversationRun,
  { turns, attempt, verdicts }: ForkPoint,
): Promise<Outcome<'dynamic'> | undefined> {
  const { context, checkpointTracker, ruleChecks, toolMocks, testCase, input } = run;
  const judge = createJudgeFromRecording(run, createRecordedVerdicts({ ...verdicts, input }));
  const scripted = [...(run.isOpened ? [undefined] : []), ...(testCase.turns ?? [])];
  for (const recordedTurn of turns) {
    const { turn, response } = recordedTurn;
    const difference =
      (await findUserDifference(run, recordedTurn)) ?? (await findMocksDifference(run, recordedTurn, attempt));
    if (difference !== undefined) {
      const error = `the state after turn ${turn} cannot be restored: ${difference}`;
      return abortConversation(run, { status: 'error', error, endReason: 'input_error' });
    }
    const restoredTurn: Turn = { ...recordedTurn, checkpointsReached: [] };
    run.turns.push(restoredTurn);
    context.emit({ type: 'turn.finished', turn: restoredTurn });
    if (response === undefined) continue;
    const subject = buildTurnSubject(
      { ...restoredTurn, response },
      { before: run.turns, state: () => getCurrentState(toolMocks, context) },
    );
    restoredTurn.checkpointsReached = await checkpointTracker.checkTurn(
      { judge, emit: context.emit },
      { turn, subject },
    );
    const forbidden = await ruleChecks.afterTurn(judge, { turn, subject, ownRules: scripted[turn - 1]?.assert });
    recordProgress(run);
    if (forbidden !== undefined) return concludeConversation(run, { endReason: 'never', reason: forbidden });
  }
  return undefined;
}

/**
 * Creates a judge that returns the recorded verdicts of judges and scripts. Questions without a recorded verdict are
 * asked again.
 */
function createJudgeFromRecording(
  { judge, testCase }: ConversationRun,
  verdictOf: ReturnType<typeof createRecordedVerdicts>,
): JudgeAssertion {
  const placeOf = createRuleListLookup(testCase);
  return (judgement) => {
    const { assertion, subject, turn } = judgement;
    const recordedVerdict = isDelegatedAssertion(assertion)
      ? verdictOf({ assertion, subject, turn, place: placeOf(assertion) })
      : undefined;
    return recordedVerdict ?? judge(judgement);
  };
}

function findMocksDifference(
  { context, testCase, toolMocks }: ConversationRun,
  { response }: Turn,
  attempt: number,
): Promise<string | undefined> | undefined {
  const replayed = { calls: response?.toolCalls ?? [], seed: buildMocksSeed(testCase, attempt) };
  return context.deadline.run(async (signal) => toolMocks?.replay(replayed, signal));
}

/**
 * Returns how the messages of a rule-based user differ from the recorded ones. A user that a model plays is never
 * compared: it adopts the recorded messages as its own.
 */
async function findUserDifference({ user, isOpened, turns }: ConversationRun, { turn, input }: Turn) {
  const isOwn = turn > 1 || !isOpened;
  if (user?.contract.by === 'model' || user === undefined || !isOwn) return undefined;
  const { message } = await user.next(turns);
  const text = formatContentText(input);
  return message === text
    ? undefined
    : `its simulated user wrote ${JSON.stringify(text)}, and now writes ${JSON.stringify(message)}`;
}
