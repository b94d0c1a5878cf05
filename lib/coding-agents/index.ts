export { answerCodingAgent } from './answer-coding-agent.ts';
