import * as z from 'zod';
import { usageRoles } from './closed-sets.ts';
import { jsonSchema } from './json-value.ts';

/** A tool call of an agent, with its result. `arguments` is parsed JSON. */
export const toolCallSchema = z.object({
  id: z.string().optional(),
  server: z.string().optional(),
  tool: z.string(),
  arguments: jsonSchema.optional(),
  result: jsonSchema.optional(),
  error: z.string().optional(),
  durationMs: z.number().optional(),
  /** True if a mock of the case answered; then the real tool was not called. */
  mocked: z.boolean().optional(),
  /** The hostile text that was added to the tool's result, and its position there. */
  injected: z.object({ path: z.string(), text: z.string() }).optional(),
});
export type ToolCall = z.infer<typeof toolCallSchema>;

/**
 * Tokens counted by a model; `calls` is the number of model calls, `retries` the number of repeated ones. Cached
 * tokens are included in the input tokens. `cost` is set if the connector has token prices; `isPartlyPriced` is set if
 * only part of the usage has prices.
 */
export const usageSchema = z.object({
  inputTokens: z.number().default(0),
  outputTokens: z.number().default(0),
  calls: z.number().default(0),
  retries: z.number().default(0),
  cachedTokens: z.number().optional(),
  cost: z.number().optional(),
  isPartlyPriced: z.boolean().optional(),
  /** Some calls reported no token counts, so the real total is higher. */
  isPartlyCounted: z.boolean().optional(),
});
export type Usage = z.infer<typeof usageSchema>;

export const usageByRoleSchema = z.partialRecord(z.enum(usageRoles), usageSchema);
export type UsageByRole = z.infer<typeof usageByRoleSchema>;
