import * as z from 'zod';
import { durationSchema } from './duration.ts';
import { jsonObjectSchema, jsonSchema } from './json-value.ts';

export const mockFaultKinds = ['error', 'timeout', 'delay', 'truncate'] as const;

const mockFaultSchema = z
  .strictObject({
    kind: z
      .enum(mockFaultKinds)
      .describe(
        'error: the tool fails; timeout: it never answers; delay: it answers late; truncate: it returns half of the answer of the next entry',
      ),
    times: z
      .int()
      .positive()
      .describe('How many times the fault occurs in an attempt, before the next entry answers')
      .optional(),
    rate: z
      .number()
      .gt(0)
      .max(1)
      .describe('The share of calls that have the fault; the same calls in every run')
      .optional(),
    duration: durationSchema.describe('The length of a delay: 2s, 300ms (default: 1s)').optional(),
    message: z.string().min(1).describe('The text of an error').optional(),
  })
  .refine(({ kind, duration }) => duration === undefined || kind === 'delay', {
    message: 'only a delay has a "duration"',
    path: ['duration'],
  })
  .refine(({ kind, message }) => message === undefined || kind === 'error', {
    message: 'only an error has a "message"',
    path: ['message'],
  });

/** What an entry of a mock can do when the tool is called. Each entry does exactly one of these. */
export const mockActions = ['result', 'error', 'use', 'fault'] as const;

const mockEntrySchema = z
  .strictObject({
    when: jsonObjectSchema
      .describe(
        'The arguments that this entry matches: values, or the operators eq, ne, gt, gte, lt, lte, in and regex, as in {"amount": {"gt": 500}}',
      )
      .optional(),
    result: jsonSchema
      .describe('What the tool answers. {"$state": "$.orders"} inserts a part of the state, {{name}} an argument')
      .optional(),
    error: z.string().min(1).describe('The tool fails with this text').optional(),
    use: z.string().min(1).describe('A function that gets the arguments and the state: scripts:shop.Refund').optional(),
    fault: mockFaultSchema.describe('A fault to inject').optional(),
  })
  .refine((entry) => mockActions.filter((action) => entry[action] !== undefined).length === 1, {
    message: `an entry of a mock needs exactly one of ${mockActions.join(', ')}`,
  });

/**
 * The mocks of a case, by tool. If there is a list of entries, the first one whose `when` matches the call answers it.
 */
export const mocksSchema: MocksSchema = z.record(
  z.string().min(1),
  z
    .union([mockEntrySchema, z.array(mockEntrySchema).min(1, 'an empty list of entries cannot answer a call')])
    .transform((entries) => (Array.isArray(entries) ? entries : [entries])),
);
export type Mocks = Record<string, z.infer<typeof mockEntrySchema>[]>;
type MockInput = z.input<typeof mockEntrySchema>;
export interface MocksSchema extends z.ZodType<Mocks, Record<string, MockInput | MockInput[]>> {}

/** The state as it is written: the data, or the path of a JSON file. */
export const initialStateSchema = z.union([jsonObjectSchema, z.string().min(1)]);

export const stateChangeKinds = ['added', 'removed', 'changed'] as const;
const stateChangeSchema = z.object({
  kind: z.enum(stateChangeKinds),
  /** The path of a change, such as `$.orders[0].status`. For a removed value, this is its path before the removal. */
  path: z.string(),
  before: jsonSchema.optional(),
  after: jsonSchema.optional(),
});

/** The state of the mocks at the end of an attempt, and the changes since its start. */
export const endStateSchema = z.object({ final: jsonSchema, changes: z.array(stateChangeSchema) });
