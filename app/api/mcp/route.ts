import { answerMcpRequest } from '@/lib/coding-agents';
import { withErrorResponses } from '@/lib/http';

/** Streams messages from the MCP server to a coding agent, such as a question for the agent's user. */
export function GET(request: Request): Promise<Response> {
  return withErrorResponses(() => answerMcpRequest(request));
}

/** Serves the tools of `turntree mcp` over HTTP. */
export function POST(request: Request): Promise<Response> {
  return withErrorResponses(() => answerMcpRequest(request));
}
