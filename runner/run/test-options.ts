import * as z from 'zod';
import { gatesSchema } from '../contract/index.ts';
import { UsageError } from './usage-error.ts';

export const DEFAULT_TIMEOUT_MS = 120_000;

/** The flags of `runner test` as commander parses them. */
export const testFlagsSchema = z.object({
  input: z.string().optional(),
  message: z.string().optional(),
  output: z.union([z.array(z.string()), z.literal(false)]).optional(),
  outputJson: z.boolean().optional(),
  name: z.string().optional(),
  url: z.string().optional(),
  app: z.string().optional(),
  env: z.array(z.string()).optional(),
  connector: z.string().optional(),
  simulator: z.string().optional(),
  reporter: z.string().optional(),
  ctx: z.string().optional(),
  before: z.string().optional(),
  after: z.string().optional(),
  user: z.string().optional(),
  team: z.string().optional(),
  locale: z.string().optional(),
  verbose: z.boolean().optional(),
  quiet: z.boolean().optional(),
  /** A number, or as many as it takes to decide, up to a number. */
  runs: z.union([z.number(), z.object({ auto: z.number().optional() })]).default(1),
  retries: z.number().optional(),
  run: z.string().optional(),
  case: z.array(z.string()).optional(),
  tag: z.array(z.string()).optional(),
  scorer: z.string().optional(),
  groupBy: z.array(z.string()).optional(),
  timeout: z.number().default(DEFAULT_TIMEOUT_MS),
  parallel: z.number().optional(),
  failFast: z.boolean().default(false),
  maxCost: z.number().optional(),
  allowPartial: z.boolean().optional(),
  updateSnapshots: z.boolean().optional(),
  lastFailed: z.boolean().optional(),
  shard: z.object({ index: z.number(), total: z.number() }).optional(),
  queue: z.string().optional(),
  resume: z.string().optional(),
  fork: z.string().optional(),
  forkAttempt: z.number().optional(),
  forkTurn: z.number().optional(),
  forkMessage: z.string().optional(),
  forkSystem: z.string().optional(),
  record: z.boolean().optional(),
  replay: z.union([z.literal(true), z.literal('strict')]).optional(),
  ...gatesSchema.shape,
  baseline: z.string().optional(),
  exitCodes: z.enum(['simple', 'detailed']).optional(),
  format: z.enum(['pretty', 'json']).default('pretty'),
  json: z.boolean().optional(),
  dryRun: z.boolean().default(false),
  db: z.string().optional(),
  history: z.boolean().default(true),
  runId: z.uuid().optional(),
  color: z.boolean().optional(),
});
export type TestFlags = z.infer<typeof testFlagsSchema>;

/** What a person asks for: inputs, and flags by their long names. */
export type RunRequest = { inputs: readonly string[]; flags: Partial<TestFlags> };

/** `input` is what people call the input; `inputs` are its parts as they were given. */
export type TestOptions = TestFlags & { input: string; inputs: readonly string[] };

/**
 * Positional and `--input` are the same thing, and `--message` stands alone. Without any, `everything` is tested: the folder
 * of a workspace, if there is one.
 */
export function inputsOf(
  positional: readonly string[],
  { input: flag, message }: Pick<Partial<TestFlags>, 'input' | 'message'>,
  everything?: string,
): readonly string[] {
  if (message !== undefined) {
    const [other] = flag === undefined ? positional : [flag];
    if (other === undefined) return [message];
    throw new UsageError(`two inputs: "${other}" and --message "${message}"; give one`);
  }
  const named = flag === undefined ? positional : [flag];
  const inputs = named.length === 0 && everything !== undefined ? [everything] : named;
  if (inputs.length === 0) {
    throw new UsageError('nothing to test: name a case file, a folder of them, or a message', [
      'npx turntree test tests/cases.jsonl',
      'npx turntree test "Hello" --name my.agent',
      'npx turntree try <address, file or folder>   to make a first suite of a conversation',
      'npx turntree init                            to start with an example',
    ]);
  }
  if (positional.some((input) => input !== inputs[0]) && flag !== undefined) {
    throw new UsageError(`two inputs: "${positional.join(' ')}" and --input "${flag}"; give one`);
  }
  return inputs;
}
