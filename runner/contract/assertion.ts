import * as z from 'zod';
import { EXAMPLE_LIMITS } from '../values/index.ts';
import { limitMaxima, valueTypes } from './closed-sets.ts';
import { durationSchema } from './duration.ts';
import { jsonObjectSchema, jsonSchema } from './json-value.ts';

/** The field that marks a rule which `infer` has proposed and nobody has accepted yet. */
export const inferredKey = {
  inferred: z
    .literal(true)
    .describe(
      'Proposed by `turntree infer`: the rule is checked and reported, but cannot fail the case until this key is removed',
    )
    .optional(),
};
const commonFields = {
  message: z.string().describe('Replaces the failure text').optional(),
  negate: z.boolean().describe('Inverts passed and failed; a broken check stays an error').optional(),
  ...inferredKey,
};
/** The fields of assertions on single turns. `on` selects the turns of a conversation in which they are checked. */
const matchingFields = {
  ...commonFields,
  on: z
    .enum(['any', 'every', 'last'])
    .describe(
      'The turns of a conversation in which the assertion has to hold: any one turn, every turn, or the last turn',
    )
    .optional(),
};
const optionsField = z
  .strictObject({ connector: z.string().optional(), metadata: jsonObjectSchema.optional() })
  .optional();

const leniencyFields = {
  ignore_case: z.boolean().describe('Upper and lower case are the same').optional(),
  ignore_space: z.boolean().describe('Spaces and line breaks do not count').optional(),
  numbers: z.boolean().describe('Numbers are compared as numbers: 1,497.65 = 1497.65').optional(),
};

const equalsSchema = z.strictObject({
  type: z.literal('equals'),
  value: jsonSchema,
  ...leniencyFields,
  ...matchingFields,
});
const containsSchema = z.strictObject({
  type: z.literal('contains'),
  value: jsonSchema,
  ...leniencyFields,
  ...matchingFields,
});
const notContainsSchema = z.strictObject({
  type: z.literal('not_contains'),
  value: jsonSchema,
  ...leniencyFields,
  ...matchingFields,
});
const regexSchema = z
  .strictObject({
    type: z.literal('regex'),
    value: z.string().describe('A pattern in Go RE2 syntax').optional(),
    pattern: z.string().describe('Another spelling of `value`').optional(),
    ...matchingFields,
  })
  .refine((assertion) => (assertion.value === undefined) !== (assertion.pattern === undefined), {
    message: 'regex needs exactly one of `value` and `pattern`',
  });
const jsonPathSchema = z.strictObject({
  type: z.literal('json_path'),
  path: z.string(),
  value: jsonSchema,
  ...matchingFields,
});
const typeSchema = z.strictObject({
  type: z.literal('type'),
  value: z.enum(valueTypes),
  path: z.string().optional(),
  ...matchingFields,
});
const argumentsMatchField = {
  arguments_match: z.enum(['subset', 'exact']).describe('exact: a call has no other arguments').optional(),
  unordered: z.boolean().describe('The items of lists may stand in any order').optional(),
};
const callCountSchema = z.int().nonnegative().optional();
const timesSchema = z
  .union([z.int().nonnegative(), z.strictObject({ min: callCountSchema, max: callCountSchema })])
  .refine((times) => typeof times === 'number' || times.min !== undefined || times.max !== undefined, {
    message: 'times needs `min` or `max`',
  })
  .describe('The number of calls: a number, or {"min": 1, "max": 3}');
export const toolPatternSchema = z.strictObject({ name: z.string().min(1), arguments: jsonObjectSchema.optional() });
const callFields = {
  type: z.literal('tool_called'),
  value: z.union([z.string().min(1), z.array(z.string().min(1)).min(1), toolPatternSchema]).optional(),
  name: z.string().min(1).optional(),
  arguments: jsonObjectSchema.optional(),
};
const callConditions = {
  succeeded: z.boolean().describe('true: the call must end without an error; false: with an error').optional(),
  ...argumentsMatchField,
};
const toolCalledSchema = z
  .strictObject({ ...callFields, times: timesSchema.optional(), ...callConditions, ...matchingFields })
  .refine((assertion) => (assertion.value === undefined) !== (assertion.name === undefined), {
    message: 'tool_called needs exactly one of `value` and `name`',
  })
  .refine((assertion) => assertion.arguments === undefined || assertion.name !== undefined, {
    message: '`arguments` beside `value` would be ignored; write value: {"name": …, "arguments": …}',
  });
const toolResultSchema = z.strictObject({
  type: z.literal('tool_result'),
  value: z.strictObject({ tool: z.string().min(1), result: jsonSchema.optional() }),
  ...matchingFields,
});
const toolsSchema = z
  .strictObject({
    type: z.literal('tools'),
    match: z
      .enum(['exactly', 'in_order', 'any_order', 'only'])
      .describe(
        'exactly: these calls and no others; in_order, any_order: these calls in this or any order, and others are allowed; only: no calls other than these',
      ),
    calls: z.array(
      z.strictObject({
        name: z.string().min(1),
        arguments: jsonObjectSchema.optional(),
        result: jsonSchema.optional(),
        succeeded: z.boolean().optional(),
      }),
    ),
    ignore: z.array(z.string().min(1)).describe('Tools that do not count, such as get_*').optional(),
    ...argumentsMatchField,
    ...commonFields,
  })
  .refine(({ match, calls }) => calls.length > 0 || match === 'exactly' || match === 'only', {
    message: 'an empty list of calls checks nothing; write "match": "exactly" for no calls at all',
  });
const countSchema = z.int().nonnegative().optional();
const durationLimitSchema = durationSchema.optional();
const limitFields = {
  turns: countSchema.describe(limitMaxima.turns),
  tool_calls: countSchema.describe(limitMaxima.tool_calls),
  tokens: countSchema.describe(limitMaxima.tokens),
  cost: z.number().nonnegative().optional().describe(limitMaxima.cost),
  duration: durationLimitSchema.describe(limitMaxima.duration),
  turn_duration: durationLimitSchema.describe(limitMaxima.turn_duration),
} satisfies Record<keyof typeof limitMaxima, z.ZodType>;
const limitsSchema = z
  .strictObject({ type: z.literal('limits'), ...limitFields, ...commonFields })
  .refine(
    (assertion) => Object.entries(assertion).some(([name, maximum]) => name in limitMaxima && maximum !== undefined),
    {
      message: `limits needs at least one of ${Object.keys(limitMaxima).join(', ')}`,
    },
  );
const stateSchema = z
  .strictObject({
    type: z.literal('state'),
    path: z.string().describe('A JSON path into the state').optional(),
    value: jsonSchema.describe('The expected value at this path when the case ends').optional(),
    equals: jsonSchema.describe('The whole state when the case ends').optional(),
    use: z.string().min(1).describe('A function that decides: scripts:shop.Check').optional(),
    options: optionsField,
    ...commonFields,
  })
  .refine(
    ({ path, value, equals, use }) =>
      (path === undefined) === (value === undefined) &&
      [path, equals, use].filter((form) => form !== undefined).length === 1,
    { message: 'state needs "path" with "value", or "equals", or "use"' },
  );
const elicitedSchema = z.strictObject({
  type: z.literal('elicited'),
  value: z
    .array(z.string().min(1))
    .min(1)
    .describe('Names of facts of the built-in user that the agent has to ask for'),
  before: z
    .strictObject({ ...callFields, ...callConditions })
    .refine((call) => (call.value === undefined) !== (call.name === undefined), {
      message: 'tool_called needs exactly one of `value` and `name`',
    })
    .describe('The agent has to ask in an earlier turn than the first call that matches this')
    .optional(),
  ...commonFields,
});
const snapshotSchema = z.strictObject({
  type: z.literal('snapshot'),
  name: z.string().min(1).describe('The name of the snapshot, needed if a case has several').optional(),
  path: z.string().describe('A JSON path: only this part of the answer is saved and compared').optional(),
  ...matchingFields,
});
const scriptSchema = z
  .strictObject({
    type: z.literal('script'),
    script: z.string().min(1).optional(),
    use: z.string().min(1).optional(),
    value: jsonSchema.optional(),
    expected: jsonSchema.optional(),
    options: optionsField,
    ...matchingFields,
  })
  .refine((assertion) => (assertion.script === undefined) !== (assertion.use === undefined), {
    message: 'script needs exactly one of `script` and `use`',
  });
/** People's verdicts on answers, which the judge receives as examples. */
export const judgeExampleSchema = z.strictObject({
  quote: z.string().min(1).max(EXAMPLE_LIMITS.characters).describe('What the agent said'),
  verdict: z.enum(['good', 'bad']).describe('good: it meets the criteria; bad: it does not'),
  note: z.string().max(EXAMPLE_LIMITS.characters).describe('Why').optional(),
});
export type JudgeExample = z.infer<typeof judgeExampleSchema>;

const agentSchema = z.strictObject({
  type: z.literal('agent'),
  use: z.string().min(1).describe('The agent that judges; without it, the built-in judge').optional(),
  value: jsonSchema.optional(),
  votes: z
    .int()
    .positive()
    .refine((votes) => votes % 2 === 1, { message: 'votes must be an odd number, such as 3' })
    .describe('How many times the judge is asked, an odd number; the majority decides')
    .optional(),
  examples: z
    .array(judgeExampleSchema)
    .min(1)
    .max(EXAMPLE_LIMITS.count)
    .describe('What people decided about other answers, as a standard for the judge')
    .optional(),
  options: optionsField,
  ...matchingFields,
});

/** An assertion: a check of one output. The types are documented in docs/reference/assertions.md. */
export const assertionSchema = z.discriminatedUnion('type', [
  equalsSchema,
  containsSchema,
  notContainsSchema,
  regexSchema,
  jsonPathSchema,
  typeSchema,
  toolCalledSchema,
  toolResultSchema,
  toolsSchema,
  limitsSchema,
  stateSchema,
  elicitedSchema,
  snapshotSchema,
  scriptSchema,
  agentSchema,
]);
export type Assertion = z.infer<typeof assertionSchema>;
type AssertionInput = z.input<typeof assertionSchema>;
export interface AssertSchema extends z.ZodType<Assertion[], AssertionInput | AssertionInput[]> {}

/**
 * The schema of `assert`: one assertion, or several that must all pass. An empty list is invalid, because it would
 * check nothing.
 */
export const assertSchema: AssertSchema = z
  .union([assertionSchema, z.array(assertionSchema).min(1, 'an empty list of assertions checks nothing')])
  .transform((assert) => (Array.isArray(assert) ? assert : [assert]));
