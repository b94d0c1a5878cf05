import type { ConsistencyCase } from '../../../contract/index.ts';
import { computeCaseHash } from '../../../inputs/case-hash.ts';
import { castToJson, withoutUndefined } from '../../../values/index.ts';

/** Converts a test to a case for the engine. The hash depends on the questions and on how answers are measured. */
export function createConsistencyCase(parts: Omit<ConsistencyCase, 'kind' | 'hash'>): ConsistencyCase {
  const { id, line, test, aliases, samples, concurrency, pairing, metrics, tags = [], ...asked } = parts;
  const { input, expected, contexts, contextIds, tool, options } = asked;
  const content = JSON.stringify({ input, expected, contexts, contextIds, tool, options, samples, pairing, metrics });
  return withoutUndefined<ConsistencyCase>({
    kind: 'consistency',
    id,
    hash: computeCaseHash(castToJson(JSON.parse(content))),
    line,
    tags: tags.length === 0 ? undefined : tags,
    input,
    test,
    aliases,
    samples,
    concurrency,
    pairing,
    metrics,
    expected,
    contexts,
    contextIds: contextIds || undefined,
    tool,
    options,
  });
}
