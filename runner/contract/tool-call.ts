import * as z from 'zod';
import { usageRoles } from './closed-sets.ts';
import { jsonSchema } from './json-value.ts';

/** A tool call of an agent with its result. `arguments` is parsed JSON. */
export const toolCallSchema = z.object({
  id: z.string().optional(),
  server: z.string().optional(),
  tool: z.string(),
  arguments: jsonSchema.optional(),
  result: jsonSchema.optional(),
  error: z.string().optional(),
  durationMs: z.number().optional(),
  /** True if a mock of the case answered the call, so that the real tool was not called. */
  mocked: z.boolean().optional(),
  /** The text that a prompt injection added to the result, and its path in the result. */
  injected: z.object({ path: z.string(), text: z.string() }).optional(),
});
export type ToolCall = z.infer<typeof toolCallSchema>;

/**
 * The token counts that a model reported. `calls` is the number of model calls, `retries` the number of repeated ones.
 * Input tokens include cached ones. `cost` is missing if no prices are known; `isPartlyPriced` is true if prices are
 * known for only a part of the usage.
 */
export const usageSchema = z.object({
  inputTokens: z.number().default(0),
  outputTokens: z.number().default(0),
  calls: z.number().default(0),
  retries: z.number().default(0),
  cachedTokens: z.number().optional(),
  cost: z.number().optional(),
  isPartlyPriced: z.boolean().optional(),
  /** True if some calls reported no token counts, so that the real total is higher. */
  isPartlyCounted: z.boolean().optional(),
});
export type Usage = z.infer<typeof usageSchema>;

export const usageByRoleSchema = z.partialRecord(z.enum(usageRoles), usageSchema);
export type UsageByRole = z.infer<typeof usageByRoleSchema>;
