import { AgentError } from '../ports/index.ts';
import type { ModelRequest } from './language-model.ts';

/** An optional part of a request that some servers refuse: the name of an option, or the answer shape. */
type RefusedPart = string;
const ANSWER_SHAPE_PART: RefusedPart = 'shape';

/** Words in providers' error messages that refer to structured output. */
const structuredOutputPattern = /response_format|json_schema|structured output|tool_choice|forces tool use/i;

/**
 * Sends requests with all optional parts. If the server refuses a part, sends the request again without it, and omits
 * the part from later requests.
 */
export function createRetryWithoutRefusedParts<Answer>(
  generate: (request: ModelRequest, signal: AbortSignal) => Promise<Answer>,
): (request: ModelRequest, signal: AbortSignal) => Promise<Answer> {
  const refused = new Set<RefusedPart>();
  return async (request, signal) => {
    const left = new Set(refused);
    for (;;) {
      const reduced = omitRefusedParts(request, left);
      try {
        const answer = await generate(reduced, signal);
        for (const requestPart of left) refused.add(requestPart);
        return answer;
      } catch (error) {
        const refusedPart = findRefusedPart(error, reduced);
        if (refusedPart === undefined || left.has(refusedPart)) throw error;
        left.add(refusedPart);
      }
    }
  };
}

function omitRefusedParts(
  { preferred, shape, ...request }: ModelRequest,
  left: ReadonlySet<RefusedPart>,
): ModelRequest {
  const options = Object.entries(preferred ?? {}).filter(([name]) => !left.has(name));
  const reduced: ModelRequest = { ...request, preferred: Object.fromEntries(options) };
  return shape === undefined || left.has(ANSWER_SHAPE_PART) ? reduced : { ...reduced, shape };
}

/**
 * Returns the part that the server refused. If the error names no part, the answer shape is assumed, because servers
 * support it least.
 */
function findRefusedPart(error: unknown, { preferred = {}, shape }: ModelRequest): RefusedPart | undefined {
  if (!(error instanceof AgentError) || !/ answered (?:400|422)\b/.test(error.message)) return undefined;
  if (shape !== undefined && structuredOutputPattern.test(error.message)) return ANSWER_SHAPE_PART;
  const named = Object.keys(preferred).find((name) => error.message.includes(name));
  return named ?? (shape === undefined ? undefined : ANSWER_SHAPE_PART);
}
