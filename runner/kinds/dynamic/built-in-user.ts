import { formatJudgedText } from '../../assertions/judged-value.ts';
import type { CaseInput, DynamicCase, ResultByKind, SimulatedUser, Turn } from '../../contract/index.ts';
import { formatContentText, toMessages } from '../../fold/index.ts';
import { type AttemptContext, startStopwatch } from '../../ports/index.ts';
import {
  type AgentTurn,
  type AskedFact,
  BUILT_IN_SIMULATOR,
  buildUserContract,
  type ConversationTurnTexts,
  createModelPlayedUser,
  createRuleBasedUser,
  listFactOutcomes,
  listUncheckedFacts,
  type ModelPlayedUser,
  rewriteByTraits,
  SIMULATOR_PROMPT_VERSION,
  type UserContract,
  type UserMove,
} from '../../simulated-user/index.ts';
import { withoutUndefined } from '../../values/index.ts';
import type { SimulatorMove } from './simulator.ts';

/** The built-in user of one conversation. */
export type BuiltInUser = {
  contract: UserContract;
  /** Returns the next message, given all turns so far. */
  next(turns: readonly Turn[]): Promise<SimulatorMove>;
  /**
   * True if the user certainly has no further message. Makes no model call, so the result is always false for a user
   * that a model plays: only the model's next reply shows whether it has finished.
   */
  wouldEnd(turns: readonly Turn[]): boolean;
  /** The model that plays the user; undefined if a fixed program plays it. */
  model?: ModelPlayedUser;
};

/** The part of a result about the built-in user. */
export type SimulatedUserReport = NonNullable<ResultByKind['dynamic']['simulator']>;

type SimulatedUserWithInput = { user: SimulatedUser; input: CaseInput | undefined };

/**
 * Returns the goals, facts and traits of the built-in user for this attempt. The seed differs between the attempts of a
 * case, but the same attempt has the same seed in every run.
 */
export function buildUserContractForAttempt(
  { planned, attempt }: AttemptContext,
  { user, input }: SimulatedUserWithInput,
): UserContract {
  const { case: testCase, suiteKey } = planned;
  // A fork continues with the same user as the forked attempt, so it uses the seed of that attempt.
  const seedAttempt = (testCase.kind === 'dynamic' ? testCase.forked?.attempt : undefined) ?? attempt;
  const seed = `${suiteKey} ${testCase.id} ${seedAttempt}`;
  const userMessages = toMessages(input).filter(({ role }) => role === 'user');
  const text = userMessages.map(({ content }) => formatContentText(content)).join('\n');
  return buildUserContract(user, { seed, input: userMessages.length === 0 ? undefined : text });
}

type BuiltInUserOptions = { contract: UserContract; connector: string | undefined };

export function createBuiltInUser(context: AttemptContext, { contract, connector }: BuiltInUserOptions): BuiltInUser {
  return contract.by === 'model'
    ? createUserByModel(context, { contract, connector })
    : createUserByRules(context, contract);
}

function createUserByRules({ ports: { clock } }: AttemptContext, contract: UserContract): BuiltInUser {
  const user = createRuleBasedUser(contract);
  let seenTurns = 0;
  let move: UserMove | undefined = contract.input === undefined ? user.open() : undefined;
  const buildNextMove = (turns: readonly Turn[]): SimulatorMove => {
    const elapsed = startStopwatch(clock);
    // The turns before a fork are replayed, so that the user knows what has happened.
    for (const turn of turns.slice(seenTurns)) move = user.reply(toAgentTurn(turn));
    seenTurns = turns.length;
    const { message, ...end } = move ?? user.open();
    const rewrittenMessage = rewriteByTraits(message, contract, turns.length + 1);
    return toSimulatorMove({ message: rewrittenMessage, ...end }, elapsed());
  };
  return {
    contract,
    next: (turns) => Promise.resolve(buildNextMove(turns)),
    wouldEnd: (turns) => isLastMove(buildNextMove(turns)),
  };
}

function createUserByModel(context: AttemptContext, { contract, connector }: BuiltInUserOptions): BuiltInUser {
  let turn = 1;
  const user = createModelPlayedUser(contract, async (messages) => {
    const answer = await context.ask({
      role: 'simulator',
      phase: 'simulator',
      turn,
      agentId: BUILT_IN_SIMULATOR,
      connector,
      messages,
      options: {},
      sessionId: `${context.sessionId}:simulator`,
    });
    return answer.content;
  });
  const unchecked = listUncheckedFacts(contract).map(({ name }) => name);
  if (unchecked.length > 0) {
    const names = unchecked.join(', ');
    const text = `facts without aliases, so it is not checked whether the user tells them too early: ${names}`;
    context.report({ type: 'warning', text });
  }
  let heardTurns = 0;
  /**
   * The number of the user's own messages that the user has seen: the input of the case and the messages that it wrote
   * itself.
   */
  let ownMessages = contract.input === undefined ? 0 : 1;
  return {
    contract,
    model: user,
    wouldEnd: () => !user.hasOpenGoal(),
    async next(turns) {
      const elapsed = startStopwatch(context.ports.clock);
      turn = turns.length + 1;
      for (const recordedTurn of turns.slice(heardTurns)) {
        heardTurns += 1;
        const pastExchange = {
          agent: toAgentTurn(recordedTurn).text,
          goals: recordedTurn.goals,
          unlocked: listFactsUnlockedByModel(context, recordedTurn.turn),
        };
        user.remember(
          heardTurns > ownMessages ? { user: formatContentText(recordedTurn.input), ...pastExchange } : pastExchange,
        );
      }
      const move = await user.next();
      ownMessages = turn;
      return toSimulatorMove(move, elapsed());
    },
  };
}

/**
 * For a fork: the facts in the turns before the fork for which the agent's question was recognized only by the model
 * that played the user, not by the program.
 */
function listFactsUnlockedByModel({ planned }: AttemptContext, turn: number): string[] {
  const forked = planned.case.kind === 'dynamic' ? planned.case.forked : undefined;
  const isBefore = turn <= (forked?.turns.length ?? 0);
  return isBefore ? (forked?.unlocked ?? []).flatMap((fact) => (fact.turn === turn ? fact.name : [])) : [];
}

export function isLastMove(move: SimulatorMove | undefined): boolean {
  return move?.goalAchieved === true || move?.isRefused === true;
}

function toSimulatorMove({ message, end, goals }: UserMove, durationMs: number): SimulatorMove {
  const move = { message, goalAchieved: end === 'goal_achieved', durationMs, ...withoutUndefined({ goals }) };
  return end === 'refused' ? { ...move, isRefused: true } : move;
}

function toAgentTurn({ response }: Turn): AgentTurn {
  if (response === undefined) return { text: '', calls: 0 };
  return { text: formatJudgedText(response), calls: response.toolCalls.length };
}

type ReportedConversation = {
  contract: UserContract | undefined;
  user?: BuiltInUser | undefined;
  unlocked?: readonly AskedFact[] | undefined;
  turns: readonly Turn[];
};

/**
 * Returns the report on the built-in user: who played the user, and how its facts came up in the conversation.
 * Undefined for other users.
 */
export function buildSimulatedUserReport({
  contract,
  user,
  unlocked,
  turns,
}: ReportedConversation): SimulatedUserReport | undefined {
  if (contract === undefined) return undefined;
  const seenTurns = turns.map(
    (turn): ConversationTurnTexts => ({
      turn: turn.turn,
      user: formatContentText(turn.input),
      agent: toAgentTurn(turn).text,
    }),
  );
  const model = user?.model;
  const byModel = model?.asked().filter(({ by }) => by === 'model') ?? unlocked;
  const report = { by: contract.by ?? 'rules', facts: listFactOutcomes(contract, seenTurns, byModel) };
  if (model === undefined) return report;
  return { ...report, breaches: model.breaches().length, prompt: `simulator ${SIMULATOR_PROMPT_VERSION}` };
}

/** Returns the built-in user of a case; undefined if another user plays. */
export function findBuiltInUser({ simulator, turns }: DynamicCase): SimulatedUser | undefined {
  return turns === undefined && simulator !== undefined && simulator.use === undefined ? simulator : undefined;
}
