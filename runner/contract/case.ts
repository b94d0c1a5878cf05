import * as z from 'zod';
import { type Assertion, assertSchema } from './assertion.ts';
import { type Json, type JsonObject, jsonObjectSchema, jsonSchema } from './json.ts';
import { type CaseInput, caseInputSchema } from './message.ts';

export const caseKinds = ['standard', 'dynamic', 'script'] as const;
export type CaseKind = (typeof caseKinds)[number];

export const DEFAULT_MAX_TURNS = 20;

export const agentOptionsSchema = z.strictObject({
  connector: z.string().optional(),
  mode: z.string().optional(),
  search: jsonSchema.optional(),
  disable_global_prompts: z.boolean().optional(),
  metadata: jsonObjectSchema.optional(),
  skip: z
    .strictObject({
      history: z.boolean().optional(),
      trace: z.boolean().optional(),
      output: z.boolean().optional(),
      keyword: z.boolean().optional(),
      search: z.boolean().optional(),
    })
    .optional(),
});
/** What a case hands to its agent beside the messages. */
export type AgentOptions = z.infer<typeof agentOptionsSchema>;

const simulatorObjectSchema = z.strictObject({
  use: z.string().min(1),
  options: z.strictObject({ connector: z.string().optional(), metadata: jsonObjectSchema.optional() }).optional(),
});
export const simulatorSchema = z
  .union([z.string().min(1), simulatorObjectSchema])
  .transform((simulator) => (typeof simulator === 'string' ? { use: simulator } : simulator));
export type Simulator = z.infer<typeof simulatorObjectSchema>;

export const checkpointSchema = z.strictObject({
  id: z.string().min(1),
  description: z.string().optional(),
  assert: assertSchema,
  after: z.array(z.string()).default([]),
  required: z.boolean().default(true),
});
/** A condition that a conversation must reach, once everything in `after` has been reached. */
export type Checkpoint = z.infer<typeof checkpointSchema>;

/** A case as people write it, one JSON object in a case file. Aliases are folded before this schema sees it. */
export const authoredCaseSchema = z.strictObject({
  id: z.string().min(1),
  name: z.string().optional(),
  input: caseInputSchema.optional(),
  assert: assertSchema.optional(),
  expected: jsonSchema.optional(),
  user: z.string().optional(),
  team: z.string().optional(),
  metadata: jsonObjectSchema.optional(),
  options: agentOptionsSchema.optional(),
  timeout: z.string().describe('A Go duration: 30s, 2m30s, 1.5h, 300ms').optional(),
  skip: z.boolean().optional(),
  tags: z.array(z.string()).optional(),
  before: z.string().optional(),
  after: z.string().optional(),
  simulator: simulatorSchema.optional(),
  checkpoints: z.array(checkpointSchema).min(1).optional(),
  max_turns: z.int().positive().optional(),
});
export type AuthoredCase = z.infer<typeof authoredCaseSchema>;

/** What every kind of case has. `line` is 1-based; `hash` identifies the content. */
type CaseBasis = {
  id: string;
  hash: string;
  line?: number;
  name?: string;
  tags?: string[];
  skip?: boolean;
  timeoutMs?: number;
  user?: string;
  team?: string;
  metadata?: JsonObject;
  options?: AgentOptions;
  before?: string;
  after?: string;
};

export type StandardCase = CaseBasis & {
  kind: 'standard';
  input: CaseInput;
  assertions: Assertion[];
  expected?: Json;
  simulator?: Simulator;
};

export type DynamicCase = CaseBasis & {
  kind: 'dynamic';
  input?: CaseInput;
  checkpoints: Checkpoint[];
  simulator?: Simulator;
  maxTurns: number;
};

/** A test function of a script; its id is the function's name. */
export type ScriptCase = CaseBasis & {
  kind: 'script';
  /** The file that has the function, below the workspace, with forward slashes. */
  module: string;
  input?: never;
  simulator?: never;
};

/** A case that a person writes as JSON. */
export type WrittenCase = StandardCase | DynamicCase;

export type TestCase = WrittenCase | ScriptCase;
