import type { Subject } from '../../assertions/subject.ts';
import type { DynamicCase, Message, MessageContent, Turn } from '../../contract/index.ts';
import type { AttemptMocks } from '../../mocks/create-tool-mocks.ts';
import type { AttemptContext } from '../../ports/index.ts';
import type { AskedFact, UserContract } from '../../simulated-user/index.ts';
import type { JsonObject } from '../../values/index.ts';
import type { JudgeAssertion } from '../attempt/judge.ts';
import { type BuiltInUser, buildSimulatedUserReport } from './built-in-user.ts';
import type { CheckpointTracker } from './checkpoints.ts';
import type { ConversationRuleChecks } from './conversation-rule-checks.ts';

/** The state of a running conversation. */
export type ConversationRun = {
  context: AttemptContext;
  judge: JudgeAssertion;
  testCase: DynamicCase;
  toolMocks: AttemptMocks | undefined;
  input: DynamicCase['input'];
  checkpointTracker: CheckpointTracker;
  ruleChecks: ConversationRuleChecks;
  conversation: Message[];
  /**
   * The original content of messages with attachments. The agent gets the bytes of attachments, but results store only
   * their names.
   */
  originalContents: WeakMap<Message, MessageContent>;
  /**
   * The conversation as the simulator sees it. It is extended turn by turn, because rebuilding a long conversation for
   * every turn would be slow.
   */
  simulatorConversation: JsonObject[];
  turns: Turn[];
  /** True if the input of the case contains the user's first message. */
  isOpened: boolean;
  /** The goals, facts and traits of the built-in user; undefined if another simulator plays the user. */
  contract: UserContract | undefined;
  /**
   * The built-in user; undefined if another simulator plays the user, or if the user's messages come from a recording.
   */
  user?: BuiltInUser | undefined;
  /**
   * For a recording: the facts for which the agent's question was recognized only by the model that played the user,
   * not by the program.
   */
  unlocked?: readonly AskedFact[] | undefined;
  /** The first turn in which the agent ended the conversation. */
  endedAt?: number;
  /** A turn with an answer that has not been judged yet. */
  unjudged?: { turn: number; subject: Subject; ownRules: DynamicCase['assertions'] } | undefined;
};

/** Stores the progress of the conversation, so that it is not lost when a call is cut off by a deadline or a cancel. */
export function recordProgress({ context, checkpointTracker, ruleChecks, turns }: ConversationRun): void {
  context.record({
    turns: [...turns],
    checkpoints: checkpointTracker.results(),
    assertions: ruleChecks.results(),
    toolCalls: turns.flatMap((turn) => turn.response?.toolCalls ?? []),
    output: turns.findLast((turn) => turn.output !== undefined)?.output,
  });
}

/** Stores and returns the report on the built-in user. Called at the end, because it reads the whole conversation. */
export function recordSimulatedUserReport(run: ConversationRun): ReturnType<typeof buildSimulatedUserReport> {
  const simulator = buildSimulatedUserReport(run);
  if (simulator !== undefined) run.context.record({ simulator });
  return simulator;
}
