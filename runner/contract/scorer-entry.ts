import * as z from 'zod';
import { findNearestWord, formatSchemaProblems } from '../values/index.ts';
import { describeUnknownType } from './unknown-type.ts';

export const builtInScorers = ['exact', 'contains', 'levenshtein', 'numeric', 'json', 'regex'] as const;
export type BuiltInScorer = (typeof builtInScorers)[number];

const scorerTypes = [...builtInScorers, 'module', 'agent'] as const;

const nameField = { name: z.string().min(1).describe('Its name in the results').optional() };
const textOptionFields = {
  ignore_case: z.boolean().optional(),
  ignore_whitespace: z
    .boolean()
    .describe('White space of any length counts as one space, and is ignored at the ends')
    .optional(),
};

const entrySchema = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      type: z.literal('module').optional(),
      path: z.string().min(1).describe('A TypeScript or JavaScript file, relative to the workspace'),
      export: z.string().min(1).optional(),
      ...nameField,
    }),
    z.strictObject({ type: z.literal('agent'), agent: z.string().min(1).describe('The id of a validator agent') }),
    z.strictObject({ type: z.enum(['exact', 'contains', 'levenshtein']), ...textOptionFields, ...nameField }),
    z.strictObject({ type: z.enum(['numeric', 'json', 'regex']), ...nameField }),
  ],
  { error: (issue) => describeUnknownType('scorer', issue.input, scorerTypes) },
);
type ScorerEntry = z.infer<typeof entrySchema>;

const nameSchema = z
  .string()
  .refine((text) => isBuiltInScorer(text) || /^agents?:./.test(text), {
    error: (issue) => describeUnknownScorer(String(issue.input)),
  })
  .describe('A built-in scorer, or agent:<id> for a validator agent');

const scorerNameOrEntrySchema = z.union([nameSchema, entrySchema], {
  error: (issue) => describeScorerEntryProblem(issue.input),
});

/** One or several scorers for the table rows of one `scorer_type`. */
export const scorerEntrySchema = z.union(
  [scorerNameOrEntrySchema, z.array(scorerNameOrEntrySchema).min(1, 'needs at least one scorer')],
  {
    error: (issue) => describeScorerEntryProblem(issue.input),
  },
);

/** A scorer of the config, after short forms were expanded. */
export type ScorerDefinition = Exclude<ScorerEntry, { type?: 'module' | undefined }> | ModuleScorer;
type ModuleScorer = { type: 'module'; path: string; export?: string | undefined; name?: string | undefined };

export function isBuiltInScorer(name: string): name is BuiltInScorer {
  return builtInScorers.some((builtIn) => builtIn === name);
}

function describeScorerEntryProblem(input: unknown): string {
  if (typeof input === 'string') return describeUnknownScorer(input);
  const parsed = entrySchema.safeParse(input);
  if (typeof input !== 'object' || input === null || parsed.success) {
    return 'must be the name of a built-in scorer, "agent:<id>", {"path": "scorers/tone.ts"}, or a list of those';
  }
  return formatSchemaProblems(parsed.error);
}

function describeUnknownScorer(name: string): string {
  const nearestName = findNearestWord(name, builtInScorers);
  const suggestion = nearestName === undefined ? '' : `; did you mean "${nearestName}"?`;
  return `"${name}" is not a built-in scorer (${builtInScorers.join(', ')}); an agent is "agent:<id>", a file {"path": "scorers/tone.ts"}${suggestion}`;
}
