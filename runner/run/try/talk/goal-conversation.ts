import { formatJudgedText } from '../../../assertions/judged-value.ts';
import { DEFAULT_MAX_TURNS, type SimulatedUser } from '../../../contract/index.ts';
import type { Agent } from '../../../ports/index.ts';
import {
  buildUserContract,
  createRuleBasedUser,
  findMissingFacts,
  rewriteByTraits,
  type UserMove,
} from '../../../simulated-user/index.ts';
import { createAgentConversation } from './agent-conversation.ts';
import type { TryInterface } from './try-interface.ts';
import type { TurnWithAgent } from './turn-with-agent.ts';

const MAX_TURNS = Math.min(12, DEFAULT_MAX_TURNS);

/**
 * A conversation of the built-in user. `user` includes facts that the person supplied during the conversation. `isOver`
 * is false if it was stopped because it repeated itself or reached the maximum number of turns.
 */
export type GoalConversation = { user: BuiltInTryUser; turns: TurnWithAgent[]; isOver: boolean };

/**
 * The built-in user of the command `try`. Its facts are texts; `unknown` lists the names of facts that nobody knows.
 */
export type BuiltInTryUser = Pick<SimulatedUser, 'traits'> & {
  goal: string;
  facts: Record<string, string>;
  unknown: string[];
};

type GoalConversationParticipants = { agent: Agent; user: BuiltInTryUser; person: TryInterface };

const RANDOM_SEED_FIELD = { seed: 'try' };

/**
 * Lets a rule-based user talk to an agent once. If the agent asks for a fact that was not given, the person is asked
 * for it. Rethrows errors of the agent.
 */
export async function converseByGoal(
  { agent, user, person }: GoalConversationParticipants,
  signal: AbortSignal,
): Promise<GoalConversation> {
  const { turns, say } = createAgentConversation({ agent, person });
  let knowing = user;
  while (turns.length < MAX_TURNS) {
    const { message: input, end } = computeNextMove(knowing, turns);
    if (end !== undefined && input === '') return { user: knowing, turns, isOver: true };
    person.showMessage({ turn: turns.length + 1, input });
    const { response } = await say(input, signal);
    if (end !== undefined || response.endsConversation === true) return { user: knowing, turns, isOver: true };
    if (isConversationRepeating(turns)) break;
    knowing = await askForMissingFacts(knowing, formatJudgedText(response), person);
  }
  return { user: knowing, turns, isOver: false };
}

/**
 * True if user and agent only repeat themselves, so that the conversation would continue up to the maximum number of
 * turns.
 */
function isConversationRepeating(turns: readonly TurnWithAgent[]): boolean {
  const [last, before] = [turns.at(-1), turns.at(-2)];
  if (last === undefined || before === undefined || last.response.toolCalls.length > 0) return false;
  return last.input === before.input && formatJudgedText(last.response) === formatJudgedText(before.response);
}

/**
 * Computes the user's next message. The conversation is replayed from the start, because the person may have supplied a
 * fact since the user's last message.
 */
function computeNextMove(user: BuiltInTryUser, turns: readonly TurnWithAgent[]): UserMove {
  const contract = buildUserContract(user, RANDOM_SEED_FIELD);
  const rules = createRuleBasedUser(contract);
  let move = rules.open();
  for (const { response } of turns) {
    move = rules.reply({ text: formatJudgedText(response), calls: response.toolCalls.length });
  }
  return { ...move, message: rewriteByTraits(move.message, contract, turns.length + 1) };
}

async function askForMissingFacts(user: BuiltInTryUser, answer: string, person: TryInterface): Promise<BuiltInTryUser> {
  let knowing = user;
  for (const missingFact of findMissingFacts(answer, buildUserContract(user, RANDOM_SEED_FIELD))) {
    const value = await person.askFact(missingFact);
    knowing =
      value === undefined
        ? { ...knowing, unknown: [...knowing.unknown, missingFact.name] }
        : { ...knowing, facts: { ...knowing.facts, [missingFact.name]: value } };
  }
  return knowing;
}
