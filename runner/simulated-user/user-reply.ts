import * as z from 'zod';
import { extractJson, listJsonTexts, repairJson } from '../assertions/extract-json.ts';
import { userGoalStates } from '../contract/index.ts';
import { formatSchemaProblems, isJsonObject, type Json, type JsonObject, tryParseJson } from '../values/index.ts';

export const userMoveNames = ['tell', 'ask', 'push_back', 'correct', 'new_goal', 'accept', 'give_up', 'end'] as const;
export type GoalState = (typeof userGoalStates)[number];

/** The answer of a model that plays the user, in the form that the model must return. */
const userReplySchema = z.strictObject({
  asks_for: z.array(z.strictObject({ fact: z.string(), quote: z.string() })),
  move: z.enum(userMoveNames),
  message: z.string(),
  goals: z.array(z.enum(userGoalStates)),
});
export type UserReply = z.infer<typeof userReplySchema>;

/** The form of the answer, for the structured output of providers. */
export const userReplyShape = {
  name: 'user_reply',
  // The schema is not created at start: that takes 2 ms, and most runs have no simulated user.
  get schema(): object {
    const { $schema: _, ...jsonSchema } = z.toJSONSchema(userReplySchema);
    return jsonSchema;
  },
};

/** The schema for reading replies. Fields are optional, because models without structured output omit empty fields. */
const lenientSchema = z.object({
  move: userReplySchema.shape.move,
  asks_for: userReplySchema.shape.asks_for.nullish().transform((list) => list ?? []),
  message: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
  goals: userReplySchema.shape.goals.nullish().transform((list) => list ?? []),
});

export type UserReplyResult = { ok: true; reply: UserReply } | { ok: false; problem: string };

/** Reads the answer of a model that plays the user. If it is not valid, returns what is wrong with it. */
export function parseUserReply(answer: string): UserReplyResult {
  const text = answer.trim();
  if (text === '') return createUnreadableReply('answered nothing');
  const structured = extractJson(text, isReply) ?? repairJson(text, isReply);
  if (!isJsonObject(structured)) {
    const isJson = /^(?:[[{]|```)/.test(text);
    return createUnreadableReply(
      `answered ${isJson ? 'incomplete or other JSON' : 'prose instead of JSON'}: ${shortenReply(text)}`,
    );
  }
  if (hasContradictingReplies(text))
    return createUnreadableReply(`gave two different answers in one reply: ${shortenReply(text)}`);
  const reply = lenientSchema.safeParse(structured);
  if (!reply.success)
    return createUnreadableReply(`answered JSON without the expected format: ${formatSchemaProblems(reply.error)}`);
  return { ok: true, reply: { ...reply.data, message: reply.data.message.trim() } };
}

function isReply(value: Json): value is JsonObject {
  return isJsonObject(value) && 'move' in value;
}

function hasContradictingReplies(text: string): boolean {
  const replies = [...listJsonTexts(text)]
    .map((json) => tryParseJson(json))
    .filter((value) => value !== undefined && isReply(value));
  return new Set(replies.map((reply) => `${reply.move}\n${reply.message}`)).size > 1;
}

function createUnreadableReply(problem: string): UserReplyResult {
  return { ok: false, problem };
}

function shortenReply(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199).toWellFormed()}…` : text;
}
