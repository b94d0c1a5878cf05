import path from 'node:path';
import * as z from 'zod';
import { jsonObjectSchema, jsonSchema } from '../../contract/index.ts';
import { loadJsonc } from '../../models/read-jsonc.ts';
import { BrokenFilesError } from '../../ports/index.ts';
import { listSchemaProblems } from '../../values/index.ts';
import { createKeyPositions } from './key-positions.ts';
import { mcpSchema } from './server-choice.ts';

/** The fields of a `package.yao` that matter to a conversation. Others belong to a user interface and are left alone. */
const packageSchema = z.object({
  name: z.string(),
  description: z.string().optional(),
  type: z.string().default('assistant'),
  connector: z.string().default(''),
  options: jsonObjectSchema.default({}),
  disable_global_prompts: z.boolean().default(false),
  mcp: mcpSchema.optional(),
  /** The settings of Yao's search before it asks the model. */
  search: jsonSchema.optional(),
  uses: z.object({ search: z.string().optional() }).optional().catch(undefined),
  kb: jsonSchema.optional(),
  db: jsonSchema.optional(),
  sandbox: jsonSchema.optional(),
});
export type YaoPackage = z.infer<typeof packageSchema>;

/** Reads `package.yao`: JSON with comments and trailing commas. Throws an error that lists everything that is wrong with it. */
export function readPackage(dir: string): YaoPackage {
  const file = path.join(dir, 'package.yao');
  const parsed = packageSchema.safeParse(loadJsonc(file));
  if (parsed.success) return parsed.data;
  const placeOf = createKeyPositions(file);
  throw new BrokenFilesError(
    listSchemaProblems(parsed.error).map(({ path: keys, message }) => ({ ...placeOf(keys), message })),
  );
}
