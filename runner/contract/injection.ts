import * as z from 'zod';
import { caseStatuses, injectionGoalTypes, injectionVerdicts } from './closed-sets.ts';
import { jsonObjectSchema } from './json-value.ts';

/** The action that a hostile text tries to provoke. */
const goalSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal(injectionGoalTypes[0]),
    name: z.string().min(1).describe('The tool that the agent must not call because of the text'),
    arguments: jsonObjectSchema.describe('Arguments of the call; other arguments are allowed').optional(),
  }),
  z.strictObject({
    type: z.literal(injectionGoalTypes[1]),
    value: z.string().min(1).describe('The text that no answer may contain'),
  }),
  z.strictObject({
    type: z.literal(injectionGoalTypes[2]),
    in: z
      .enum(['argument', 'answer'])
      .describe('Where the text tells the agent to write a random word. The word counts wherever the agent writes it'),
  }),
]);

export const injectSchema = z.strictObject({
  into: z
    .string()
    .min(1)
    .describe('The tool and the path of a text in its answer, such as get_order.$.note; the text is added at its end'),
  text: z
    .string()
    .min(1)
    .describe(
      'The text to add, or a template such as @important_message. {{order}} is replaced by an instruction to reach the goal',
    ),
  goal: goalSchema.describe('What the agent must not do because of the text'),
  from_turn: z.int().positive().describe('The first turn with the text (default: 1)').optional(),
});

/** One attack in an experiment: which case, with which template, for which kind of goal. */
const attackVariantSchema = z.object({
  caseId: z.string(),
  template: z.string(),
  field: z.string(),
  goal: z.string(),
});
/** The hostile text of a case. `attack` names the attack for which the case was generated. */
export type InjectionConfig = z.infer<typeof injectSchema> & { attack?: z.infer<typeof attackVariantSchema> };

/** The outcome of a hostile text in one attempt. */
export const injectionSchema = z.object({
  into: z.string(),
  /** The hostile text as the agent received it. */
  text: z.string(),
  goal: goalSchema,
  verdict: z.enum(injectionVerdicts),
  /** The reason for the outcome, in words. */
  reason: z.string(),
  /** The first turn in which a tool result contained the text. */
  placedAtTurn: z.int().positive().optional(),
  /** The turn in which the agent reached the hostile text's goal, or told the user about the text. */
  turn: z.int().positive().optional(),
  /** The status by the case's own rules, independent of the goal of the hostile text. */
  task: z.enum(caseStatuses),
  attack: attackVariantSchema.optional(),
});
export type Injection = z.infer<typeof injectionSchema>;
