import { type CaseDefinition, type CaseOptions, runCase } from '../api/run-case.ts';
import type { AgentValue } from '../api/suite-options.ts';
import { TurntreeError } from '../api/turntree-error.ts';
import type { CaseResult } from '../contract/index.ts';

type UserMessage = NonNullable<CaseDefinition['turns']>[number] extends infer Turn
  ? Turn extends { input: infer Input }
    ? Input
    : never
  : never;

/** Options of a conversation: those of `runCase`, and those fields of a case that change what the agent experiences. */
export type ConversationOptions = Omit<CaseOptions, 'agent' | 'runs'> &
  Pick<CaseDefinition, 'mocks' | 'state' | 'pass' | 'metadata' | 'options'> & {
    /** Functions that are called before and after the conversation, such as `env_test.Before`. */
    hooks?: Pick<CaseDefinition, 'before' | 'after'>;
  };

/** A finished conversation, for `expect`. */
export type Conversation = {
  /** The complete result, with all turns and tool calls. */
  result: CaseResult;
  /** The agent's answer in the last turn. */
  answer: string;
};

/** A conversation that begins when it is awaited. */
export type ConversationScript = PromiseLike<Conversation> & {
  /** Adds a turn with the user's next message. */
  says(message: UserMessage): ConversationScript;
};

/**
 * A conversation with an agent: its id in the workspace, or a function or agent object of this program. The agent gets
 * the messages one by one, each with the whole conversation so far. Rejects if the agent does not answer.
 *
 * @example
 * ```ts
 * const talk = await conversation(agent).says('I want my money back').says('Order 17');
 * expect(talk).toHaveCalled('refund', { order: 17 });
 * ```
 */
export function conversation(agent: string | AgentValue, options: ConversationOptions = {}): ConversationScript {
  return createConversationScript([], { agent, options });
}

type ConversationSetup = { agent: string | AgentValue; options: ConversationOptions };

function createConversationScript(messages: readonly UserMessage[], talk: ConversationSetup): ConversationScript {
  let started: Promise<Conversation> | undefined;
  return {
    says: (message) => createConversationScript([...messages, message], talk),
    // biome-ignore lint/suspicious/noThenProperty: awaiting the object runs the conversation
    then(onEnd, onError) {
      started ??= runConversation(messages, talk);
      return started.then(onEnd, onError);
    },
  };
}

async function runConversation(
  messages: readonly UserMessage[],
  { agent, options }: ConversationSetup,
): Promise<Conversation> {
  if (messages.length === 0) throw new TurntreeError('conversation: the user says nothing; add .says("…")');
  const { mocks, state, pass, metadata, options: agentOptions, hooks = {}, ...run } = options;
  const fields = { mocks, state, pass, metadata, options: agentOptions, ...hooks };
  // A case needs an assertion that can fail. This one limits the number of turns, but it always holds, because the user
  // sends no more messages than the limit allows.
  const assert = { type: 'limits' as const, turns: messages.length };
  const turns = messages.map((input) => ({ input }));
  const testCase = { id: 'conversation', turns, assert, ...fields };
  const {
    status,
    failure = status,
    attempts,
  } = await runCase(testCase, { history: false, suite: 'conversation', ...run, agent });
  const [result] = attempts;
  if (status !== 'passed' || result === undefined) throw new TurntreeError(failure);
  return { result, answer: result.turns?.at(-1)?.response?.content ?? '' };
}
