import { answerCodingAgent } from '@/lib/coding-agents';
import { withErrorResponses } from '@/lib/http';

/** Streams server-initiated messages to a coding agent, such as a question for its user. */
export function GET(request: Request): Promise<Response> {
  return withErrorResponses(() => answerCodingAgent(request));
}

/** Serves the tools of `turntree mcp` over HTTP. */
export function POST(request: Request): Promise<Response> {
  return withErrorResponses(() => answerCodingAgent(request));
}
