import * as z from 'zod';
import { jsonSchema } from './json.ts';

/** A tool that an agent called, with what came back. `arguments` is parsed JSON. */
export const toolCallSchema = z.object({
  id: z.string().optional(),
  server: z.string().optional(),
  tool: z.string(),
  arguments: jsonSchema.optional(),
  result: jsonSchema.optional(),
  error: z.string().optional(),
  durationMs: z.number().optional(),
});
export type ToolCall = z.infer<typeof toolCallSchema>;

/**
 * Tokens that a model counted; `calls` is the number of model calls, `retries` those repeated. Cached tokens are among the
 * input tokens. `cost` is there when the connector says what tokens cost.
 */
export const usageSchema = z.object({
  inputTokens: z.number().default(0),
  outputTokens: z.number().default(0),
  calls: z.number().default(0),
  retries: z.number().default(0),
  cachedTokens: z.number().optional(),
  cost: z.number().optional(),
});
export type Usage = z.infer<typeof usageSchema>;

/** Who spent the tokens. */
export const usageRoles = ['agent', 'simulator', 'judge'] as const;
export type UsageRole = (typeof usageRoles)[number];
export const usageByRoleSchema = z.partialRecord(z.enum(usageRoles), usageSchema);
export type UsageByRole = z.infer<typeof usageByRoleSchema>;

export function addUsage(left: Usage | undefined, right: Usage | undefined): Usage | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    calls: left.calls + right.calls,
    retries: left.retries + right.retries,
    ...optionalSum('cachedTokens', left, right),
    ...optionalSum('cost', left, right),
  };
}

function optionalSum(key: 'cachedTokens' | 'cost', left: Usage, right: Usage): Partial<Usage> {
  if (left[key] === undefined && right[key] === undefined) return {};
  return { [key]: (left[key] ?? 0) + (right[key] ?? 0) };
}

export function addUsageByRole(left: UsageByRole, right: UsageByRole | undefined): UsageByRole {
  if (right === undefined) return left;
  const sum: UsageByRole = { ...left };
  for (const role of usageRoles) {
    const usage = addUsage(left[role], right[role]);
    if (usage !== undefined) sum[role] = usage;
  }
  return sum;
}
