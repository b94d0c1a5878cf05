import * as z from 'zod';
import type { Usage } from '../contract/index.ts';

const optionalCountSchema = z.number().nonnegative().nullish();
const countsSchema = z.object({
  prompt_tokens: optionalCountSchema,
  completion_tokens: optionalCountSchema,
  prompt_tokens_details: z.object({ cached_tokens: optionalCountSchema }).nullish(),
  input_tokens: optionalCountSchema,
  output_tokens: optionalCountSchema,
  cache_read_input_tokens: optionalCountSchema,
  cache_creation_input_tokens: optionalCountSchema,
});
type TokenCounts = z.infer<typeof countsSchema>;
/**
 * The usage in an event of a stream. The Messages API reports input tokens at the start and output tokens later; chat
 * completions report both together.
 */
const eventSchema = z.object({
  usage: countsSchema.nullish(),
  message: z.object({ usage: countsSchema.nullish() }).nullish(),
});

/**
 * Returns the usage in a stream event, completed with the usage from earlier events; `undefined` if the event reports
 * no usage.
 */
export function findReportedUsage(event: unknown, before: Usage | undefined): Usage | undefined {
  const parsed = eventSchema.safeParse(event);
  const counts = parsed.data?.usage ?? parsed.data?.message?.usage;
  if (counts === undefined || counts === null) return undefined;
  const cached = counts.prompt_tokens_details?.cached_tokens ?? counts.cache_read_input_tokens ?? before?.cachedTokens;
  return {
    inputTokens: countInputTokens(counts) ?? before?.inputTokens ?? 0,
    outputTokens: counts.completion_tokens ?? counts.output_tokens ?? before?.outputTokens ?? 0,
    calls: 1,
    retries: 0,
    ...(cached === undefined || cached === 0 ? {} : { cachedTokens: cached }),
  };
}

/**
 * Returns the number of input tokens. In the Messages API, cached tokens are not included in the reported input tokens,
 * so they are added.
 */
function countInputTokens(counts: TokenCounts): number | undefined {
  if (typeof counts.prompt_tokens === 'number') return counts.prompt_tokens;
  if (typeof counts.input_tokens !== 'number') return undefined;
  return counts.input_tokens + (counts.cache_read_input_tokens ?? 0) + (counts.cache_creation_input_tokens ?? 0);
}
