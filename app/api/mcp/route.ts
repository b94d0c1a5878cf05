import { answerCodingAgent } from '@/lib/coding-agents';
import { respond } from '@/lib/http';

/** What the workspace has to tell a coding agent in between, such as a question to its person. */
export function GET(request: Request): Promise<Response> {
  return respond(() => answerCodingAgent(request));
}

/** The tools of `runner mcp`, for a coding agent that speaks HTTP. */
export function POST(request: Request): Promise<Response> {
  return respond(() => answerCodingAgent(request));
}
