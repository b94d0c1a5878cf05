import { AgentError } from '../ports/index.ts';
import type { ModelRequest } from './language-model.ts';

/** Parts of a request that are left out for servers that refuse them: preferred options by name, and the shape. */
type RefusedPart = string;
const SHAPE: RefusedPart = 'shape';

/** The words for the structured output of the providers in their errors. */
const wordsForShape = /response_format|json_schema|structured output|tool_choice|forces tool use/i;

/**
 * Sends requests with everything that they prefer, and again without what the server refuses. Remembers what was
 * refused for the next requests.
 */
export function withoutRefusedParts<Answer>(
  generate: (request: ModelRequest, signal: AbortSignal) => Promise<Answer>,
): (request: ModelRequest, signal: AbortSignal) => Promise<Answer> {
  const refused = new Set<RefusedPart>();
  return async (request, signal) => {
    const left = new Set(refused);
    for (;;) {
      const reduced = withoutParts(request, left);
      try {
        const answer = await generate(reduced, signal);
        for (const part of left) refused.add(part);
        return answer;
      } catch (error) {
        const part = refusedPart(error, reduced);
        if (part === undefined || left.has(part)) throw error;
        left.add(part);
      }
    }
  };
}

function withoutParts({ preferred, shape, ...request }: ModelRequest, left: ReadonlySet<RefusedPart>): ModelRequest {
  const options = Object.entries(preferred ?? {}).filter(([name]) => !left.has(name));
  const reduced: ModelRequest = { ...request, preferred: Object.fromEntries(options) };
  return shape === undefined || left.has(SHAPE) ? reduced : { ...reduced, shape };
}

/** An error that names no part may still come from the shape, which is what servers support least. */
function refusedPart(error: unknown, { preferred = {}, shape }: ModelRequest): RefusedPart | undefined {
  if (!(error instanceof AgentError) || !/ answered (?:400|422)\b/.test(error.message)) return undefined;
  if (shape !== undefined && wordsForShape.test(error.message)) return SHAPE;
  const named = Object.keys(preferred).find((name) => error.message.includes(name));
  return named ?? (shape === undefined ? undefined : SHAPE);
}
