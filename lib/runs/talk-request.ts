import * as z from 'zod';

const optionSchema = z.string().trim().min(1).max(300).optional();

/** What a page asks of an agent that nobody has tested yet: to be found, to be told something, or to be done. */
export const talkSchema = z.union([
  z.strictObject({
    /** An address, or a file or folder of the workspace. */
    agent: z.string().trim().min(1).max(2_000),
    name: optionSchema,
    model: optionSchema,
    export: optionSchema,
  }),
  z.strictObject({ talk: z.string().min(1), say: z.string().trim().min(1).max(100_000) }),
  z.strictObject({ talk: z.string().min(1), write: z.literal(true) }),
]);
export type TalkRequest = z.infer<typeof talkSchema>;

/** One message, what the agent called, and what it answered. */
export type TalkTurn = { turn: number; input: string; tools: string[]; answer: string };

/** A conversation so far; it has a suite once that is written. */
export type Talk = {
  talk: string;
  said: string;
  turns: TalkTurn[];
  suite?: { suiteKey: string; caseId: string; checkpoints: string[] };
};

export type TalkAnswer = ({ ok: true } & Talk) | { ok: false; problems: string[] };
