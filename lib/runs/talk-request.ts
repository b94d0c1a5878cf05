import * as z from 'zod';

const optionSchema = z.string().trim().min(1).max(300).optional();

/**
 * A request to an agent without tests: find the agent, send it a message, or end the conversation and write its suite.
 * With a goal, the built-in user talks to the agent; the page asks for each next event, and answers questions.
 */
export const talkSchema = z.union([
  z.strictObject({
    /** A URL, or a file or folder in the workspace. */
    agent: z.string().trim().min(1).max(2_000),
    name: optionSchema,
    model: optionSchema,
    export: optionSchema,
    /** The goal of the built-in user. */
    goal: z.string().trim().min(1).max(2_000).optional(),
    /** The facts that the built-in user knows, each as `name=value`. */
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
 * One message, the tools that the agent called, and its answer. With `title`, a new conversation begins with this
 * message.
 */
export type ConversationTurn = { turn: number; input: string; tools: string[]; answer: string; title?: string };

/** A question to the person: a fact that the agent asks for, or whether the agent may be called again. */
export type PendingQuestion = { type: 'fact'; name: string; question: string } | { type: 'repeat'; question: string };

/** The conversation so far; it has a suite once the suite has been written. */
export type AgentConversation = {
  talk: string;
  said: string;
  /** The goal of the built-in user, if it talks to the agent. */
  goal?: string;
  turns: ConversationTurn[];
  /** The message of the built-in user that waits for its answer. */
  sent?: Pick<ConversationTurn, 'turn' | 'input' | 'title'>;
  question?: PendingQuestion;
  suite?: SuiteFromConversation;
};

/** The suite that was written; `unknown` and `leftOut` have the same meaning as in `WrittenSuite`. */
export type SuiteFromConversation = {
  suiteKey: string;
  caseId: string;
  checkpoints: string[];
  unknown?: string[] | undefined;
  leftOut?: string | undefined;
};

export type ConversationResponse = ({ ok: true } & AgentConversation) | { ok: false; problems: string[] };
