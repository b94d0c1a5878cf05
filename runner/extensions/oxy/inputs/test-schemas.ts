import * as z from 'zod';
import { answerPairingModes, jsonSchema } from '../../../contract/index.ts';
import { toJsonSchema } from '../../../inputs/json-schema.ts';
import type { JsonObject } from '../../../values/index.ts';

const nonEmptyTextSchema = z.string().min(1);
const positiveIntSchema = z.int().min(1);

export const metricSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('similarity'),
    prompt: nonEmptyTextSchema.optional(),
    model_ref: nonEmptyTextSchema.optional(),
    scores: z
      .record(z.string(), z.number())
      .refine((scores) => Object.keys(scores).length > 0, '"scores" must name at least one choice of the judge')
      .default({ A: 1, B: 0 }),
  }),
  z.strictObject({
    type: z.literal('correctness'),
    prompt: nonEmptyTextSchema.optional(),
    model_ref: nonEmptyTextSchema.optional(),
  }),
  z.strictObject({
    type: z.literal('context_recall'),
    distance: z.strictObject({ distance: z.literal('Levenshtein') }).optional(),
    threshold: z.number().min(0).max(1).default(0.5),
  }),
]);
export type AuthoredMetric = z.infer<typeof metricSchema>;

const commonFields = {
  name: nonEmptyTextSchema.optional(),
  tags: z.array(z.string()).default([]),
  concurrency: positiveIntSchema.default(10),
  metrics: z
    .array(metricSchema)
    .min(1)
    .default([{ type: 'similarity', scores: { A: 1, B: 0 } }]),
  task_ref: nonEmptyTextSchema.optional(),
  pairing: z.enum(answerPairingModes).default('ring'),
  prompt: nonEmptyTextSchema.optional(),
};

export const testedCaseSchema = z.strictObject({
  prompt: nonEmptyTextSchema,
  expected: nonEmptyTextSchema,
  name: nonEmptyTextSchema.optional(),
  tags: z.array(z.string()).default([]),
  tool: nonEmptyTextSchema.optional(),
});
// Parses each case separately, so that an invalid one does not hide the mistakes in others.
const casesSchema = z.array(jsonSchema).min(1);

/** The schema of an entry in the list `tests` of an agent or workflow file. */
export const testEntrySchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('consistency'),
    ...commonFields,
    n: positiveIntSchema.default(10),
    task_description: nonEmptyTextSchema.optional(),
  }),
  z.strictObject({
    type: z.literal('custom'),
    ...commonFields,
    dataset: nonEmptyTextSchema,
    workflow_variable_name: nonEmptyTextSchema.optional(),
    is_context_id: z.boolean().default(false),
  }),
  z.strictObject({
    type: z.literal('test_case'),
    ...commonFields,
    cases: casesSchema,
    runs: positiveIntSchema,
    judge_model: nonEmptyTextSchema.optional(),
  }),
]);
export type TestEntry = z.infer<typeof testEntrySchema>;

export const testFileSchema = z.strictObject({
  name: z.string().optional(),
  target: nonEmptyTextSchema.optional(),
  settings: jsonSchema.default({}),
  cases: casesSchema,
});

export const testSettingsSchema = z.strictObject({
  concurrency: positiveIntSchema.default(5),
  runs: positiveIntSchema.default(3),
  judge_model: nonEmptyTextSchema.optional(),
});

/** The JSON Schema (draft 7) of a `*.test.yml`. */
export function createTestFileJsonSchema(): JsonObject {
  const title = { title: 'Tests of an agent', description: 'A *.test.yml: questions with their right answers.' };
  const fileSchema = testFileSchema.extend({
    settings: testSettingsSchema.optional(),
    cases: z.array(testedCaseSchema).min(1),
  });
  return { ...title, ...toJsonSchema(fileSchema) };
}

export const datasetRowSchema = z.strictObject({
  query: nonEmptyTextSchema,
  response: z.string(),
  relevant_contexts: z.array(z.string()),
});
