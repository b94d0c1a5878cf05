import { answerCodingAgent } from '@/lib/coding-agents';
import { respond } from '@/lib/http';

/** The tools of `runner mcp` for a coding agent that speaks HTTP. */
function answer(request: Request): Promise<Response> {
  return respond(() => answerCodingAgent(request));
}

export { answer as GET, answer as POST };
