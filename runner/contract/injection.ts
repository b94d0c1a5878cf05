import * as z from 'zod';
import { caseStatuses, injectionGoalTypes, injectionVerdicts } from './closed-sets.ts';
import { jsonObjectSchema } from './json-value.ts';

/** What an injected text tries to make the agent do. */
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

/**
 * Identifies one attack of an experiment: the case, the template, the field that contains the text, and the kind of
 * goal.
 */
const attackVariantSchema = z.object({
  caseId: z.string(),
  template: z.string(),
  field: z.string(),
  goal: z.string(),
});
/** The prompt injection of a case. `attack` is set if the case was generated for an attack. */
export type InjectionConfig = z.infer<typeof injectSchema> & { attack?: z.infer<typeof attackVariantSchema> };

/** The result of a prompt injection in one attempt. */
export const injectionSchema = z.object({
  into: z.string(),
  /** The injected text as the agent received it. */
  text: z.string(),
  goal: goalSchema,
  verdict: z.enum(injectionVerdicts),
  /** Explains the verdict. */
  reason: z.string(),
  /** The first turn in which a tool result contained the text. */
  placedAtTurn: z.int().positive().optional(),
  /** The turn in which the agent did what the injected text demanded, or told the user about the text. */
  turn: z.int().positive().optional(),
  /** The status by the case's own rules, regardless of the injected text. */
  task: z.enum(caseStatuses),
  attack: attackVariantSchema.optional(),
});
export type Injection = z.infer<typeof injectionSchema>;
