import { formatToolName } from '../../../assertions/match-tool.ts';
import { proposeGoalCase } from '../../../authoring/index.ts';
import type { simulatorTraits } from '../../../contract/index.ts';
import type { Agent } from '../../../ports/index.ts';
import { findFactsInGoal } from '../../../simulated-user/index.ts';
import type { JsonObject } from '../../../values/index.ts';
import { UsageError } from '../../usage-error.ts';
import { type BuiltInTryUser, converseByGoal, type GoalConversation } from './goal-conversation.ts';
import type { TryInterface } from './try-interface.ts';

type SimulatorTrait = (typeof simulatorTraits)[number];

/**
 * The traits of the user in the second and third conversation, which take place only if the agent may be called again.
 */
const repeatTraits = ['terse', 'push_back'] as const satisfies readonly SimulatorTrait[];

const traitTexts: Readonly<Record<(typeof repeatTraits)[number], string>> = {
  terse: 'in a few words',
  push_back: 'who contradicts a refusal',
};

/**
 * The conversations of the built-in user with an agent. `leftOut` is the reason why there is only one conversation;
 * `mayRun` is true if running the suite may call the agent again.
 */
export type GoalConversations = { talks: GoalConversation[]; leftOut?: string; mayRun: boolean };

type GoalConversationParts = {
  agent: Agent;
  person: TryInterface;
  goal: string;
  facts: Readonly<Record<string, string>>;
  /** The reason why the agent must not be called again without consent. */
  notRepeatable: string | undefined;
};

/**
 * Lets the built-in user talk to an agent once, and twice more if the agent may be called again or if the person agrees
 * to that.
 */
export async function converseSeveralTimesByGoal(
  { agent, person, goal, facts, notRepeatable }: GoalConversationParts,
  signal: AbortSignal,
): Promise<GoalConversations> {
  let user: BuiltInTryUser = { goal, facts: { ...findFactsInGoal(goal), ...facts }, unknown: [] };
  const conversations = [await converseByGoal({ agent, user, person }, signal)];
  const refusal = notRepeatable && (await askConsentToRepeat(conversations, { person, notRepeatable }));
  if (refusal !== undefined) return { talks: conversations, leftOut: refusal, mayRun: false };
  const unfinished = conversations.some(({ isOver }) => !isOver)
    ? 'the first conversation did not come to an end'
    : undefined;
  if (unfinished !== undefined) return { talks: conversations, leftOut: unfinished, mayRun: true };
  for (const trait of repeatTraits) {
    person.showConversation(`The same user, ${traitTexts[trait]}`);
    user = { ...(conversations.at(-1)?.user ?? user), traits: [trait] };
    conversations.push(await converseByGoal({ agent, user, person }, signal));
  }
  return { talks: conversations, mayRun: true };
}

/** Asks the person for consent to call the agent again; returns the reason if consent is not given. */
async function askConsentToRepeat(
  conversations: readonly GoalConversation[],
  { person, notRepeatable }: { person: TryInterface; notRepeatable: string },
): Promise<string | undefined> {
  const calls = conversations.flatMap(({ turns }) =>
    turns.flatMap(({ response }) => response.toolCalls.map(formatToolName)),
  );
  const calledTools =
    calls.length === 0 ? 'It reported no tool calls.' : `It called ${[...new Set(calls)].join(', ')}.`;
  const question = `${notRepeatable}. ${calledTools} Call the agent again? That starts two more conversations, with a terse user and with one who contradicts a refusal, and then the first run.`;
  const answer = await person.confirmRepeats(question);
  if (answer === true) return undefined;
  return answer === false ? 'you did not agree to call the agent again' : notRepeatable;
}

/** Parses a fact in the form `name=value`, as given to `--fact`. */
export function parseFacts(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const [name = '', ...valueParts] = text.split('=');
      const [key, value] = [name.trim(), valueParts.join('=').trim()];
      if (key !== '' && /^.+$/.test(value)) return [key, value];
      throw new UsageError(`--fact takes a name and a value, such as "order number=W2378156", got "${text}"`);
    }),
  );
}

type ProposedCases = { talks: readonly GoalConversation[]; id: string; criterion: string | undefined };

/** Creates one case per conversation. A conversation in which there is nothing to check is left out. */
export function proposeGoalCases({ talks, id, criterion }: ProposedCases): JsonObject[] {
  return talks.flatMap((conversation): JsonObject[] => {
    const { goal, facts, unknown, traits } = conversation.user;
    const proposed = proposeGoalCase({
      ...conversation,
      id: traits === undefined ? id : `${id}-${traits.join('-').replaceAll('_', '-')}`,
      user: {
        goal,
        ...(Object.keys(facts).length === 0 ? {} : { facts }),
        ...(unknown.length === 0 ? {} : { unknown }),
        ...(traits === undefined ? {} : { traits }),
      },
      criterion,
    });
    return proposed === undefined ? [] : [proposed];
  });
}
