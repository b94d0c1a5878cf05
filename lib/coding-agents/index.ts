export { answerMcpRequest } from './answer-mcp-request.ts';
