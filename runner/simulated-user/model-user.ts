import { type AskedFactsOfMessage, findAskedFacts } from './asked-facts.ts';
import type { UserContract, UserContractFact } from './contract.ts';
import { createUserMessageGuard, type RuleBreach, type UserMessageGuard } from './guard.ts';
import { isValueStatedIn } from './is-value-stated.ts';
import type { UserMove } from './rule-based-user.ts';
import { buildSimulatorPrompt } from './simulator-prompt.ts';
import { isVolunteered, rewriteByTraits } from './traits.ts';
import { type GoalState, parseUserReply, type UserReply, type UserReplyResult } from './user-reply.ts';

/** The maximum number of corrections that are requested from the model if its message cannot be sent. */
const MAX_CORRECTIONS = 2;
const CLOSING_ANSWER = 'No, that is all.';
/** The first message to the model. Some providers require that a conversation begins with a user message. */
const OPENING_INSTRUCTION = 'Begin the conversation.';
const EMPTY_ANSWER_NOTE = '(The assistant wrote nothing.)';

export type UserPromptMessage = { role: 'system' | 'user' | 'assistant'; content: string };

/**
 * A function that asks the model for a reply in the form of `userReplyShape`. Errors of the model and its service are
 * passed on.
 */
export type AskUserModel = (messages: UserPromptMessage[]) => Promise<string>;

/** A rule that a message broke, or a reply of the model that could not be parsed. */
export type UserBreach = Omit<RuleBreach, 'rule'> & { rule: RuleBreach['rule'] | 'unreadable'; turn: number };

/** A fact that the agent asked for. Either the program recognized the question, or the model did and quoted it. */
export type AskedFact = { name: string; turn: number; by: 'matcher' | 'model' };

/** The error that is thrown if no answer of the model could be sent to the agent. */
export class SimulatedUserError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SimulatedUserError';
  }
}

type EarlierTurn = {
  user?: string;
  agent: string;
  goals?: readonly GoalState[] | undefined;
  unlocked?: readonly string[];
};

export type ModelPlayedUser = {
  /**
   * Adds an earlier turn of the conversation. Without `user`, the turn has the first message that the case contains.
   * `goals` is the state of the goals in this turn, if not all were open; `unlocked` has the facts for which only the
   * model recognized the question.
   */
  remember(turn: EarlierTurn): void;
  /** Returns the user's answer to the agent's last message, or the user's first message. */
  next(agentMessage?: string): Promise<UserMove>;
  asked(): AskedFact[];
  hasOpenGoal(): boolean;
  /** Returns all broken rules so far, including those in messages that were corrected before they were sent. */
  breaches(): readonly UserBreach[];
};

type ModelPlayedUserState = {
  contract: UserContract;
  guard: UserMessageGuard;
  talk: UserPromptMessage[];
  turn: number;
  /** The things that the agent's last message asks for; undefined before its first message. */
  matched: AskedFactsOfMessage | undefined;
  goals: readonly GoalState[];
  refusals: number;
  asked: Map<string, AskedFact>;
  volunteered: ReadonlySet<string>;
  told: Set<string>;
  breaches: UserBreach[];
};

type MessageDraft = Pick<ModelPlayedUserState, 'goals' | 'refusals'> & { message: string; ends: boolean };

/**
 * A user that a model plays. Facts are withheld until the agent asks for them, and messages are checked before they are
 * sent.
 */
export function createModelPlayedUser(contract: UserContract, askModel: AskUserModel): ModelPlayedUser {
  const state = createModelPlayedUserState(contract);
  return {
    remember({ user, agent, goals = state.goals, unlocked = [] }) {
      if (user !== undefined) {
        state.turn += 1;
        recordFactsInUserMessage(state, user);
        state.talk.push({ role: 'assistant', content: user });
      }
      const isGoalNewlyRefused = (goal: GoalState, index: number) =>
        goal === 'refused' && state.goals[index] !== 'refused';
      if (goals.some(isGoalNewlyRefused)) state.refusals += 1;
      state.goals = goals;
      recordAgentMessage(state, agent);
      for (const name of unlocked) recordAskedFact(state, name, 'model');
    },
    async next(agentMessage) {
      if (agentMessage !== undefined) recordAgentMessage(state, agentMessage);
      state.turn += 1;
      const { goals, refusals } = state;
      const isOver = isAskedOnlyToClose(state);
      const draft = isOver
        ? { message: CLOSING_ANSWER, ends: true, goals, refusals }
        : await askUntilDraftIsValid(state, askModel);
      return applyDraft(state, draft);
    },
    asked: () => [...state.asked.values()],
    hasOpenGoal: () => state.goals.includes('open'),
    breaches: () => state.breaches,
  };
}

function createModelPlayedUserState(contract: UserContract): ModelPlayedUserState {
  const { goals, facts, input } = contract;
  const state: ModelPlayedUserState = {
    contract,
    guard: createUserMessageGuard(contract),
    talk: [{ role: 'user', content: OPENING_INSTRUCTION }],
    turn: 0,
    matched: undefined,
    goals: goals.map(() => 'open'),
    refusals: 0,
    asked: new Map(),
    volunteered: new Set(
      input === undefined ? facts.filter((fact) => isVolunteered(contract, fact)).map(({ name }) => name) : [],
    ),
    told: new Set(),
    breaches: [],
  };
  if (input !== undefined) {
    state.turn = 1;
    recordFactsInUserMessage(state, input);
    state.talk.push({ role: 'assistant', content: input });
  }
  return state;
}

function recordFactsInUserMessage(state: ModelPlayedUserState, message: string): void {
  for (const { name, value } of listTellableFacts(state)) {
    if (isValueStatedIn(value, message, { isAnswer: true })) state.told.add(name);
  }
  state.guard.addUserMessage(message);
}

function recordAgentMessage(state: ModelPlayedUserState, message: string): void {
  const { guard, talk, contract } = state;
  guard.addAgentMessage(message);
  talk.push({ role: 'user', content: message.trim() === '' ? EMPTY_ANSWER_NOTE : message });
  state.matched = findAskedFacts(message, contract);
  for (const { name } of state.matched.facts) recordAskedFact(state, name, 'matcher');
}

function recordAskedFact({ asked, turn }: ModelPlayedUserState, name: string, by: AskedFact['by']): void {
  if (!asked.has(name)) asked.set(name, { name, turn, by });
}

/** True if the agent only asks whether there is anything else, and no goal is open. */
function isAskedOnlyToClose({ matched, goals }: ModelPlayedUserState): boolean {
  const isClosing = matched?.sentences.some(({ asks }) => asks === 'closing') === true;
  return isClosing && !goals.includes('open') && !isAskingQuestion(matched);
}

function isAskingQuestion(matched: AskedFactsOfMessage | undefined): boolean {
  return matched?.sentences.some(({ asks }) => asks === 'information' || asks === 'consent') === true;
}

/** Requests messages from the model until one breaks no rule, up to the maximum number of corrections. */
async function askUntilDraftIsValid(state: ModelPlayedUserState, askModel: AskUserModel): Promise<MessageDraft> {
  let mayUnlock = state.matched?.facts.length === 0;
  let problems: string[] = [];
  for (let corrections = 0; corrections <= MAX_CORRECTIONS; ) {
    const answer = parseUserReply(await askModel(buildPromptMessages(state, problems)));
    const unlocked = answer.ok && mayUnlock ? findFactToUnlock(state, answer.reply) : undefined;
    if (unlocked !== undefined) {
      // The agent asked the question in the previous turn, which the user answers in this turn.
      recordAskedFact({ ...state, turn: state.turn - 1 }, unlocked, 'model');
      mayUnlock = false;
      continue;
    }
    const draft = answer.ok ? toMessageDraft(state, answer.reply) : undefined;
    const breaches = draft === undefined ? [createUnreadableBreach(answer)] : findRuleBreaches(state, draft);
    if (draft !== undefined && breaches.length === 0) return draft;
    state.breaches.push(...breaches.map((breach) => ({ ...breach, turn: state.turn })));
    problems = breaches.map(({ reason }) => reason);
    corrections += 1;
  }
  const maxTries = MAX_CORRECTIONS + 1;
  throw new SimulatedUserError(`the simulated user broke its rules: ${problems.join('; ')} (asked ${maxTries} times)`);
}

function createUnreadableBreach(answer: UserReplyResult): Omit<UserBreach, 'turn'> {
  return { rule: 'unreadable', quote: '', reason: answer.ok ? '' : answer.problem };
}

/**
 * Returns the withheld fact that the agent asks for according to the model. The model must quote the agent's question
 * or request.
 */
function findFactToUnlock(state: ModelPlayedUserState, { asks_for: requests }: UserReply): string | undefined {
  const sentences = state.matched?.sentences.filter(({ asks }) => asks !== 'closing') ?? [];
  const withheld = listWithheldFacts(state);
  for (const { fact: written, quote } of requests) {
    const fact = withheld.find(({ name, aliases }) =>
      [name, ...aliases].some((each) => normalizeMessage(each) === normalizeMessage(written)),
    );
    const words = normalizeMessage(quote);
    if (fact !== undefined && words !== '' && sentences.some(({ text }) => normalizeMessage(text).includes(words)))
      return fact.name;
  }
  return undefined;
}

function normalizeMessage(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/** Converts a reply to a draft: the message, the state of the goals, and whether the conversation ends. */
function toMessageDraft(state: ModelPlayedUserState, { message, move, goals: reported }: UserReply): MessageDraft {
  const goals = state.goals.map((goal, index) => reported[index] ?? goal);
  const isNewlyRefused = goals.some((goal, index) => goal === 'refused' && state.goals[index] !== 'refused');
  const refusals = state.refusals + (isNewlyRefused || move === 'push_back' || move === 'give_up' ? 1 : 0);
  const isOver = !goals.includes('open') && !isAskingQuestion(state.matched);
  const ends = move === 'end' || move === 'give_up' || isOver || refusals >= state.contract.giveUp;
  return { message, ends, goals, refusals };
}

function findRuleBreaches(state: ModelPlayedUserState, { message, ends, goals, refusals }: MessageDraft): RuleBreach[] {
  const hasOpenGoal = goals.includes('open') && refusals < state.contract.giveUp;
  const tellable = new Set(listTellableFacts(state).map(({ name }) => name));
  return state.guard.check({ message, ends, hasOpenGoal, tellable });
}

function listTellableFacts({ contract, asked, volunteered, guard }: ModelPlayedUserState): UserContractFact[] {
  return contract.facts.filter((fact) => asked.has(fact.name) || volunteered.has(fact.name) || guard.isFree(fact));
}

function listWithheldFacts(state: ModelPlayedUserState): UserContractFact[] {
  const tellable = new Set(listTellableFacts(state));
  return state.contract.facts.filter((fact) => !tellable.has(fact));
}

function buildPromptMessages(state: ModelPlayedUserState, problems: readonly string[]): UserPromptMessage[] {
  const { contract, goals, told, talk, matched, volunteered } = state;
  const tellable = listTellableFacts(state);
  const prompt = buildSimulatorPrompt({
    ...contract,
    goals: contract.goals.map((text, index) => ({ text, state: goals[index] ?? 'open' })),
    tellable: tellable.filter(({ name }) => !told.has(name)),
    told: tellable.filter(({ name }) => told.has(name)),
    withheld: listWithheldFacts(state).map(({ name }) => name),
    opens: matched === undefined && volunteered.size > 0,
    problems,
  });
  return [{ role: 'system', content: prompt }, ...talk];
}

function applyDraft(state: ModelPlayedUserState, { message, ends, goals, refusals }: MessageDraft): UserMove {
  recordFactsInUserMessage(state, message);
  state.goals = goals;
  state.refusals = refusals;
  const rewrittenMessage = rewriteByTraits(message, state.contract, state.turn);
  if (rewrittenMessage !== '') state.talk.push({ role: 'assistant', content: rewrittenMessage });
  const goalsField = goals.every((goal) => goal === 'open') ? {} : { goals: [...goals] };
  if (!ends) return { message: rewrittenMessage, ...goalsField };
  const end = goals.every((goal) => goal === 'done') ? 'goal_achieved' : 'refused';
  return { message: rewrittenMessage, ...goalsField, end };
}
