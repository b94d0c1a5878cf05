import * as z from 'zod';

const optionSchema = z.string().trim().min(1).max(300).optional();

/**
 * A request in a conversation with an agent that has no tests: open the agent, send it a message, or end the
 * conversation and write its suite. If there is a goal, the built-in simulator writes the messages; the page requests
 * each next event and answers the simulator's questions.
 */
export const talkSchema = z.union([
  z.strictObject({
    /** The URL of the agent, or a file or folder in the workspace. */
    agent: z.string().trim().min(1).max(2_000),
    name: optionSchema,
    model: optionSchema,
    export: optionSchema,
    /** The goal of the built-in simulator. */
    goal: z.string().trim().min(1).max(2_000).optional(),
    /** The facts that the built-in simulator knows, each as `name=value`. */
    facts: z.array(z.string().trim().min(1).max(2_000)).max(50).optional(),
  }),
  z.strictObject({ talk: z.string().min(1), say: z.string().trim().min(1).max(100_000) }),
  z.strictObject({ talk: z.string().min(1), write: z.literal(true) }),
  z.strictObject({ talk: z.string().min(1), next: z.literal(true) }),
  z.strictObject({ talk: z.string().min(1), fact: z.string().trim().min(1).max(10_000).nullable() }),
  z.strictObject({ talk: z.string().min(1), repeat: z.boolean() }),
]);
export type ConversationRequest = z.infer<typeof talkSchema>;

/**
 * One message, the tools that the agent called, and its answer. If `title` is set, the message begins a new
 * conversation.
 */
export type ConversationTurn = { turn: number; input: string; tools: string[]; answer: string; title?: string };

/**
 * A question to the user of the page: the value of a fact for which the agent has asked, or whether the agent may be
 * called again.
 */
export type PendingQuestion = { type: 'fact'; name: string; question: string } | { type: 'repeat'; question: string };

/** The conversation so far, and the suite once it has been written. */
export type AgentConversation = {
  talk: string;
  said: string;
  /** The goal of the built-in simulator; missing if a person writes the messages. */
  goal?: string;
  turns: ConversationTurn[];
  /** The message of the built-in simulator that the agent has not answered yet. */
  sent?: Pick<ConversationTurn, 'turn' | 'input' | 'title'>;
  question?: PendingQuestion;
  suite?: SuiteFromConversation;
};

/** The suite that was written from the conversation; for `unknown` and `leftOut`, see `WrittenSuite`. */
export type SuiteFromConversation = {
  suiteKey: string;
  caseId: string;
  checkpoints: string[];
  unknown?: string[] | undefined;
  leftOut?: string | undefined;
};

export type ConversationResponse = ({ ok: true } & AgentConversation) | { ok: false; problems: string[] };
