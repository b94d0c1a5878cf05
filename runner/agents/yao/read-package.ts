import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import * as z from 'zod';
import { jsonObjectSchema, jsonSchema } from '../../contract/index.ts';
import { AgentError } from '../../engine/ports.ts';

/** The fields of a `package.yao` that matter to a conversation. Others belong to a user interface and are left alone. */
const packageSchema = z.object({
  name: z.string(),
  description: z.string().optional(),
  type: z.string().default('assistant'),
  connector: z.string().default(''),
  options: jsonObjectSchema.default({}),
  disable_global_prompts: z.boolean().default(false),
  mcp: jsonSchema.optional(),
});
export type YaoPackage = z.infer<typeof packageSchema>;

/** Reads `package.yao`: JSON with comments and trailing commas. */
export function readPackage(dir: string): YaoPackage {
  const file = path.join(dir, 'package.yao');
  const text = readFileSync(file, 'utf8');
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) {
    const line = text.slice(0, first.offset).split('\n').length;
    throw new AgentError(`${file}:${line}: ${printParseErrorCode(first.error)}`, 'configuration');
  }
  const parsed = packageSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AgentError(`${file}: ${z.prettifyError(parsed.error)}`, 'configuration');
}

/** What a folder asks for that is not done: a person must know that the answer lacks it. */
export function unsupportedParts(dir: string, yaoPackage: YaoPackage): string[] {
  const missing: string[] = [];
  if (['index.ts', 'index.js'].some((file) => existsSync(path.join(dir, 'src', file)))) {
    missing.push('hooks are not run (src/index)');
  }
  if (yaoPackage.mcp !== undefined || existsSync(path.join(dir, 'mcps'))) missing.push('MCP tools are not offered');
  return missing;
}
