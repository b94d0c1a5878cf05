import * as z from 'zod';

const optionSchema = z.string().trim().min(1).max(300).optional();

/** A request to an untested agent: find it, send a message, or end the conversation and write its suite. */
export const talkSchema = z.union([
  z.strictObject({
    /** A URL, or a file or folder in the workspace. */
    agent: z.string().trim().min(1).max(2_000),
    name: optionSchema,
    model: optionSchema,
    export: optionSchema,
  }),
  z.strictObject({ talk: z.string().min(1), say: z.string().trim().min(1).max(100_000) }),
  z.strictObject({ talk: z.string().min(1), write: z.literal(true) }),
]);
export type TalkRequest = z.infer<typeof talkSchema>;

/** One message, the tools that the agent called, and its answer. */
export type TalkTurn = { turn: number; input: string; tools: string[]; answer: string };

/** The conversation so far; it has a suite once the suite has been written. */
export type Talk = {
  talk: string;
  said: string;
  turns: TalkTurn[];
  suite?: { suiteKey: string; caseId: string; checkpoints: string[] };
};

export type TalkAnswer = ({ ok: true } & Talk) | { ok: false; problems: string[] };
