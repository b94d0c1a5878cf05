import type { ContractFact, UserContract } from './contract.ts';
import { createUserMessageGuard, type RuleBreach, type UserMessageGuard } from './guard.ts';
import { type AskedMessage, findAskedNames } from './match.ts';
import type { UserMove } from './rules.ts';
import { simulatorPrompt } from './simulator-prompt.ts';
import { isValueTold } from './told.ts';
import { applyTraits, isVolunteered } from './traits.ts';
import { type GoalState, type ReadReply, readUserReply, type UserReply } from './user-reply.ts';

/** How many times the model is asked for a correction when its message cannot be sent. */
const MOST_CORRECTIONS = 2;
const CLOSING_ANSWER = 'No, that is all.';
/** The first message to the model, because some providers require a conversation to begin with a user message. */
const OPENING = 'Begin the conversation.';
const NO_TEXT = '(The assistant wrote nothing.)';

export type UserPromptMessage = { role: 'system' | 'user' | 'assistant'; content: string };

/** Asks the model for a reply in the form of `userReplyShape`. Errors of the model and its service are passed on. */
export type AskUserModel = (messages: UserPromptMessage[]) => Promise<string>;

/** A breach of the contract, or an answer of the model that could not be read. */
export type UserBreach = Omit<RuleBreach, 'rule'> & { rule: RuleBreach['rule'] | 'unreadable'; turn: number };

/** A fact that the agent asked for: recognized by the matcher, or by the model with a quote. */
export type AskedFact = { name: string; turn: number; by: 'matcher' | 'model' };

/** Thrown if no answer of the model could be sent to the agent. */
export class SimulatedUserError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SimulatedUserError';
  }
}

type RememberedTurn = {
  user?: string;
  agent: string;
  goals?: readonly GoalState[] | undefined;
  unlocked?: readonly string[];
};

export type ModelUser = {
  /**
   * Adds an earlier turn of the conversation. Without `user`, the message is the input in the contract. `goals` is the
   * state of the goals at that message, if not all were open; `unlocked` has the facts for which only the model
   * recognized a question.
   */
  remember(turn: RememberedTurn): void;
  /** Answers the agent's last message, or opens the conversation. */
  next(agentMessage?: string): Promise<UserMove>;
  asked(): AskedFact[];
  hasOpenGoal(): boolean;
  /** Returns all breaches of the contract so far, including those in answers that were corrected. */
  breaches(): readonly UserBreach[];
};

type ModelUserState = {
  contract: UserContract;
  guard: UserMessageGuard;
  talk: UserPromptMessage[];
  turn: number;
  /** What the agent's last message asks for; undefined before its first message. */
  matched: AskedMessage | undefined;
  goals: readonly GoalState[];
  refusals: number;
  asked: Map<string, AskedFact>;
  volunteered: ReadonlySet<string>;
  told: Set<string>;
  breaches: UserBreach[];
};

type MessageDraft = Pick<ModelUserState, 'goals' | 'refusals'> & { message: string; ends: boolean };

/**
 * A user that a model plays. Facts are withheld until the agent asks for them, and messages are checked before they are
 * sent.
 */
export function createModelUser(contract: UserContract, ask: AskUserModel): ModelUser {
  const state = createState(contract);
  return {
    remember({ user, agent, goals = state.goals, unlocked = [] }) {
      if (user !== undefined) {
        state.turn += 1;
        recordUserMessage(state, user);
        state.talk.push({ role: 'assistant', content: user });
      }
      const isRefused = (goal: GoalState, index: number) => goal === 'refused' && state.goals[index] !== 'refused';
      if (goals.some(isRefused)) state.refusals += 1;
      state.goals = goals;
      recordAgentMessage(state, agent);
      for (const name of unlocked) recordAskedFact(state, name, 'model');
    },
    async next(agentMessage) {
      if (agentMessage !== undefined) recordAgentMessage(state, agentMessage);
      state.turn += 1;
      const { goals, refusals } = state;
      const isOver = isAskedToClose(state);
      const draft = isOver ? { message: CLOSING_ANSWER, ends: true, goals, refusals } : await askUntilSent(state, ask);
      return sendDraft(state, draft);
    },
    asked: () => [...state.asked.values()],
    hasOpenGoal: () => state.goals.includes('open'),
    breaches: () => state.breaches,
  };
}

function createState(contract: UserContract): ModelUserState {
  const { goals, facts, input } = contract;
  const state: ModelUserState = {
    contract,
    guard: createUserMessageGuard(contract),
    talk: [{ role: 'user', content: OPENING }],
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
    recordUserMessage(state, input);
    state.talk.push({ role: 'assistant', content: input });
  }
  return state;
}

function recordUserMessage(state: ModelUserState, message: string): void {
  for (const { name, value } of tellableFacts(state)) {
    if (isValueTold(value, message, { isAnswer: true })) state.told.add(name);
  }
  state.guard.addUserMessage(message);
}

function recordAgentMessage(state: ModelUserState, message: string): void {
  const { guard, talk, contract } = state;
  guard.addAgentMessage(message);
  talk.push({ role: 'user', content: message.trim() === '' ? NO_TEXT : message });
  state.matched = findAskedNames(message, contract);
  for (const { name } of state.matched.facts) recordAskedFact(state, name, 'matcher');
}

function recordAskedFact({ asked, turn }: ModelUserState, name: string, by: AskedFact['by']): void {
  if (!asked.has(name)) asked.set(name, { name, turn, by });
}

/** True if the agent only asks whether there is anything else, and no goal is open. */
function isAskedToClose({ matched, goals }: ModelUserState): boolean {
  const isClosing = matched?.sentences.some(({ asks }) => asks === 'closing') === true;
  return isClosing && !goals.includes('open') && !isQuestion(matched);
}

function isQuestion(matched: AskedMessage | undefined): boolean {
  return matched?.sentences.some(({ asks }) => asks === 'information' || asks === 'consent') === true;
}

/** Asks the model again until its message satisfies the contract. */
async function askUntilSent(state: ModelUserState, ask: AskUserModel): Promise<MessageDraft> {
  let mayUnlock = state.matched?.facts.length === 0;
  let problems: string[] = [];
  for (let corrections = 0; corrections <= MOST_CORRECTIONS; ) {
    const answer = readUserReply(await ask(promptMessages(state, problems)));
    const unlocked = answer.ok && mayUnlock ? factToUnlock(state, answer.reply) : undefined;
    if (unlocked !== undefined) {
      // The agent's question was in the turn before the one that is answered now.
      recordAskedFact({ ...state, turn: state.turn - 1 }, unlocked, 'model');
      mayUnlock = false;
      continue;
    }
    const draft = answer.ok ? toMessageDraft(state, answer.reply) : undefined;
    const breaches = draft === undefined ? [unreadableBreach(answer)] : findBreaches(state, draft);
    if (draft !== undefined && breaches.length === 0) return draft;
    state.breaches.push(...breaches.map((breach) => ({ ...breach, turn: state.turn })));
    problems = breaches.map(({ reason }) => reason);
    corrections += 1;
  }
  const times = MOST_CORRECTIONS + 1;
  throw new SimulatedUserError(`the simulated user broke its contract: ${problems.join('; ')} (asked ${times} times)`);
}

function unreadableBreach(answer: ReadReply): Omit<UserBreach, 'turn'> {
  return { rule: 'unreadable', quote: '', reason: answer.ok ? '' : answer.problem };
}

/**
 * Returns the withheld fact that the agent asks for according to the model, if the model quotes a question or request
 * of the agent.
 */
function factToUnlock(state: ModelUserState, { asks_for: requests }: UserReply): string | undefined {
  const sentences = state.matched?.sentences.filter(({ asks }) => asks !== 'closing') ?? [];
  const withheld = withheldFacts(state);
  for (const { fact: written, quote } of requests) {
    const fact = withheld.find(({ name, aliases }) =>
      [name, ...aliases].some((each) => foldMessage(each) === foldMessage(written)),
    );
    const words = foldMessage(quote);
    if (fact !== undefined && words !== '' && sentences.some(({ text }) => foldMessage(text).includes(words)))
      return fact.name;
  }
  return undefined;
}

function foldMessage(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/** Converts a reply to a draft: the message, the state of the goals, and whether the conversation ends. */
function toMessageDraft(state: ModelUserState, { message, move, goals: reported }: UserReply): MessageDraft {
  const goals = state.goals.map((goal, index) => reported[index] ?? goal);
  const isNewlyRefused = goals.some((goal, index) => goal === 'refused' && state.goals[index] !== 'refused');
  const refusals = state.refusals + (isNewlyRefused || move === 'push_back' || move === 'give_up' ? 1 : 0);
  const isOver = !goals.includes('open') && !isQuestion(state.matched);
  const ends = move === 'end' || move === 'give_up' || isOver || refusals >= state.contract.giveUp;
  return { message, ends, goals, refusals };
}

function findBreaches(state: ModelUserState, { message, ends, goals, refusals }: MessageDraft): RuleBreach[] {
  const hasOpenGoal = goals.includes('open') && refusals < state.contract.giveUp;
  const tellable = new Set(tellableFacts(state).map(({ name }) => name));
  return state.guard.check({ message, ends, hasOpenGoal, tellable });
}

function tellableFacts({ contract, asked, volunteered, guard }: ModelUserState): ContractFact[] {
  return contract.facts.filter((fact) => asked.has(fact.name) || volunteered.has(fact.name) || guard.isFree(fact));
}

function withheldFacts(state: ModelUserState): ContractFact[] {
  const tellable = new Set(tellableFacts(state));
  return state.contract.facts.filter((fact) => !tellable.has(fact));
}

function promptMessages(state: ModelUserState, problems: readonly string[]): UserPromptMessage[] {
  const { contract, goals, told, talk, matched, volunteered } = state;
  const tellable = tellableFacts(state);
  const prompt = simulatorPrompt({
    ...contract,
    goals: contract.goals.map((text, index) => ({ text, state: goals[index] ?? 'open' })),
    tellable: tellable.filter(({ name }) => !told.has(name)),
    told: tellable.filter(({ name }) => told.has(name)),
    withheld: withheldFacts(state).map(({ name }) => name),
    opens: matched === undefined && volunteered.size > 0,
    problems,
  });
  return [{ role: 'system', content: prompt }, ...talk];
}

function sendDraft(state: ModelUserState, { message, ends, goals, refusals }: MessageDraft): UserMove {
  recordUserMessage(state, message);
  state.goals = goals;
  state.refusals = refusals;
  const written = applyTraits(message, state.contract, state.turn);
  if (written !== '') state.talk.push({ role: 'assistant', content: written });
  const goalsField = goals.every((goal) => goal === 'open') ? {} : { goals: [...goals] };
  if (!ends) return { message: written, ...goalsField };
  const end = goals.every((goal) => goal === 'done') ? 'goal_achieved' : 'refused';
  return { message: written, ...goalsField, end };
}
