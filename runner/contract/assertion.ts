import * as z from 'zod';
import { durationSchema } from './duration.ts';
import { jsonObjectSchema, jsonSchema } from './json-value.ts';

export const assertionTypes = [
  'equals',
  'contains',
  'not_contains',
  'regex',
  'json_path',
  'type',
  'tool_called',
  'tool_result',
  'limits',
  'script',
  'agent',
] as const;
export type AssertionType = (typeof assertionTypes)[number];

export const valueTypes = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const;

const manners = {
  message: z.string().describe('Replaces the failure text').optional(),
  negate: z.boolean().describe('Inverts passed and failed; a broken check stays an error').optional(),
};
const options = z.strictObject({ connector: z.string().optional(), metadata: jsonObjectSchema.optional() }).optional();

const equalsSchema = z.strictObject({ type: z.literal('equals'), value: jsonSchema, ...manners });
const containsSchema = z.strictObject({ type: z.literal('contains'), value: jsonSchema, ...manners });
const notContainsSchema = z.strictObject({ type: z.literal('not_contains'), value: jsonSchema, ...manners });
const regexSchema = z
  .strictObject({
    type: z.literal('regex'),
    value: z.string().describe('A pattern in Go RE2 syntax').optional(),
    pattern: z.string().describe('Another spelling of `value`').optional(),
    ...manners,
  })
  .refine((assertion) => (assertion.value === undefined) !== (assertion.pattern === undefined), {
    message: 'regex needs exactly one of `value` and `pattern`',
  });
const jsonPathSchema = z.strictObject({
  type: z.literal('json_path'),
  path: z.string(),
  value: jsonSchema,
  ...manners,
});
const typeSchema = z.strictObject({
  type: z.literal('type'),
  value: z.enum(valueTypes),
  path: z.string().optional(),
  ...manners,
});
export const toolPatternSchema = z.strictObject({ name: z.string().min(1), arguments: jsonObjectSchema.optional() });
const toolCalledSchema = z
  .strictObject({
    type: z.literal('tool_called'),
    value: z.union([z.string().min(1), z.array(z.string().min(1)).min(1), toolPatternSchema]).optional(),
    name: z.string().min(1).optional(),
    arguments: jsonObjectSchema.optional(),
    ...manners,
  })
  .refine((assertion) => (assertion.value === undefined) !== (assertion.name === undefined), {
    message: 'tool_called needs exactly one of `value` and `name`',
  })
  .refine((assertion) => assertion.arguments === undefined || assertion.name !== undefined, {
    message: '`arguments` beside `value` would be ignored; write value: {"name": …, "arguments": …}',
  });
const toolResultSchema = z.strictObject({
  type: z.literal('tool_result'),
  value: z.strictObject({ tool: z.string().min(1), result: jsonSchema.optional() }),
  ...manners,
});
const count = z.int().nonnegative().describe('So many at most').optional();
const cost = z.number().nonnegative().describe('So much at most, in the currency of its connectors').optional();
const time = durationSchema.describe('So long at most: 30s, 2m30s, 1.5h, 300ms').optional();
const maxima = { turns: count, tool_calls: count, tokens: count, cost, duration: time, turn_duration: time };
const limitsSchema = z
  .strictObject({ type: z.literal('limits'), ...maxima, ...manners })
  .refine((assertion) => Object.entries(assertion).some(([name, most]) => name in maxima && most !== undefined), {
    message: `limits needs at least one of ${Object.keys(maxima).join(', ')}`,
  });
const scriptSchema = z
  .strictObject({
    type: z.literal('script'),
    script: z.string().min(1).optional(),
    use: z.string().min(1).optional(),
    value: jsonSchema.optional(),
    expected: jsonSchema.optional(),
    options,
    ...manners,
  })
  .refine((assertion) => (assertion.script === undefined) !== (assertion.use === undefined), {
    message: 'script needs exactly one of `script` and `use`',
  });
const agentSchema = z.strictObject({
  type: z.literal('agent'),
  use: z.string().min(1),
  value: jsonSchema.optional(),
  options,
  ...manners,
});

/** One check on one output. Rules of each type: docs/assertions.md. */
export const assertionSchema = z.discriminatedUnion('type', [
  equalsSchema,
  containsSchema,
  notContainsSchema,
  regexSchema,
  jsonPathSchema,
  typeSchema,
  toolCalledSchema,
  toolResultSchema,
  limitsSchema,
  scriptSchema,
  agentSchema,
]);
export type Assertion = z.infer<typeof assertionSchema>;

/** `assert`: one assertion or many; all must pass. An empty list checks nothing, so it is refused. */
export const assertSchema = z
  .union([assertionSchema, z.array(assertionSchema).min(1, 'an empty list of assertions checks nothing')])
  .transform((assert) => (Array.isArray(assert) ? assert : [assert]));
