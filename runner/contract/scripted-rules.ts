import * as z from 'zod';
import { jsonObjectSchema, jsonSchema } from './json-value.ts';
import { messageRoles } from './message.ts';

/** The text to search for, regardless of case, or `/regex/flags` in RE2 syntax. Of several texts, one must occur. */
const textMatchSchema = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);
export type TextMatch = z.infer<typeof textMatchSchema>;

const numberMatchSchema = z.union([z.int(), z.strictObject({ min: z.int().optional(), max: z.int().optional() })]);

const ruleConditionFields = {
  text: textMatchSchema.describe('The text of the last message').optional(),
  role: z.enum(messageRoles).describe('The role of the last message').optional(),
  any: textMatchSchema.describe('The text of any message except the system prompts').optional(),
  system: textMatchSchema.describe('The text of a system prompt').optional(),
  turn: numberMatchSchema.describe('How many messages the user has sent').optional(),
  sample: numberMatchSchema
    .describe('How many times a consistency test has sent this message, starting at 1')
    .optional(),
  tool_result: z
    .strictObject({ name: z.string().min(1).optional(), text: textMatchSchema.optional() })
    .describe('The name and the text of a tool result that is the last message')
    .optional(),
  reply: textMatchSchema.describe('The last answer of the agent, in the request to a simulator').optional(),
  turn_number: numberMatchSchema.describe('`turn_number` in the request to a simulator').optional(),
  persona: textMatchSchema.describe('`persona` in the request to a simulator').optional(),
  goal: textMatchSchema.describe('`goal` in the request to a simulator').optional(),
  output: textMatchSchema.describe('`output` in the request to a validator').optional(),
  input: textMatchSchema.describe('`input` in the request to a validator').optional(),
  criteria: textMatchSchema.describe('`criteria` in the request to a validator').optional(),
};

/** A rule applies if all its conditions are met, and not all conditions in `not`. */
const ruleConditionSchema = z.strictObject({
  ...ruleConditionFields,
  not: z.strictObject(ruleConditionFields).optional(),
});

const scriptedToolCallSchema = z.strictObject({ name: z.string().min(1), arguments: jsonObjectSchema.default({}) });

/**
 * A rule of a scripted model or agent. Without `when`, it always applies. The texts of an answer can contain the
 * placeholders `{{input}}`, `{{reply}}`, `{{tool_result}}`, `{{turn}}`, and `{{1}}` or `{{name}}` for groups of the
 * matched regex.
 */
const scriptedRuleSchema = z
  .strictObject({
    when: ruleConditionSchema.optional(),
    answer: jsonSchema.describe('Text, or JSON that is returned as text').optional(),
    tool_calls: z.array(scriptedToolCallSchema).min(1).optional(),
    error: z.strictObject({ status: z.int().optional(), message: z.string().min(1) }).optional(),
    delay_ms: z.number().nonnegative().optional(),
  })
  .refine((rule) => rule.answer !== undefined || rule.tool_calls !== undefined || rule.error !== undefined, {
    message: 'a rule needs `answer`, `tool_calls` or `error`',
  })
  .refine((rule) => rule.error === undefined || (rule.answer === undefined && rule.tool_calls === undefined), {
    message: 'a rule has either `error` or an answer, not both',
  });
export type ScriptedRule = z.infer<typeof scriptedRuleSchema>;

export const scriptedRulesSchema = z.array(scriptedRuleSchema).min(1, 'the list of rules is empty');
