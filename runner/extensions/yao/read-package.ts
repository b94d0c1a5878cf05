import path from 'node:path';
import * as z from 'zod';
import { jsonObjectSchema, jsonSchema } from '../../contract/index.ts';
import { loadJsonc } from '../../models/read-jsonc.ts';
import { BrokenFilesError } from '../../ports/index.ts';
import { listSchemaProblems } from '../../values/index.ts';
import { createKeyPositions } from './key-positions.ts';
import { mcpSchema } from './server-choice.ts';

/**
 * The fields of a `package.yao` that affect a conversation. Other fields only concern the user interface and are
 * ignored.
 */
const packageSchema = z.object({
  name: z.string(),
  description: z.string().optional(),
  type: z.string().default('assistant'),
  connector: z.string().default(''),
  options: jsonObjectSchema.default({}),
  disable_global_prompts: z.boolean().default(false),
  mcp: mcpSchema.optional(),
  /** The settings of the search that Yao runs before it calls the model. */
  search: jsonSchema.optional(),
  uses: z.object({ search: z.string().optional() }).optional().catch(undefined),
  kb: jsonSchema.optional(),
  db: jsonSchema.optional(),
  sandbox: jsonSchema.optional(),
});
export type YaoPackage = z.infer<typeof packageSchema>;

/** Reads `package.yao`: JSON with comments and trailing commas. Throws an error that lists all its mistakes. */
export function readPackage(dir: string): YaoPackage {
  const file = path.join(dir, 'package.yao');
  const parsed = packageSchema.safeParse(loadJsonc(file));
  if (parsed.success) return parsed.data;
  const placeOf = createKeyPositions(file);
  throw new BrokenFilesError(
    listSchemaProblems(parsed.error).map(({ path: keys, message }) => ({ ...placeOf(keys), message })),
  );
}
