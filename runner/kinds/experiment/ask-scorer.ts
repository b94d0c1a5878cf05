import { asStructure, readAgentScore, validatorId } from '../../assertions/agent.ts';
import { showJson } from '../../assertions/text-form.ts';
import type { Score } from '../../contract/index.ts';
import { scorerAgentId } from '../../fold/index.ts';
import type { AttemptContext, ScoreQuestion } from '../../ports/index.ts';
import type { JsonObject } from '../../values/index.ts';
import { askValidator } from '../attempt/judge.ts';

export type ScorerVerdict = Pick<Score, 'reason' | 'request' | 'response'> & { score: number };

/** Asks one scorer under the attempt's deadline: a validator agent, or whoever has the name. Throws when it has no score. */
export async function askScorer(
  context: AttemptContext,
  { scorer, question }: { scorer: string; question: ScoreQuestion },
): Promise<ScorerVerdict> {
  const agentId = scorerAgentId(scorer);
  if (agentId !== undefined) return askAgentForScore(context, agentId, question);
  const { scorers } = context.ports;
  if (scorers === undefined) throw new Error(`there is nobody to ask for the scorer "${scorer}"`);
  context.emit({ type: 'phase.started', turn: 1, phase: 'scorer' });
  return context.deadline.run((signal) => scorers.score({ scorer, question, services: context.services(1) }, signal));
}

async function askAgentForScore(
  context: AttemptContext,
  agentId: string,
  question: ScoreQuestion,
): Promise<ScorerVerdict> {
  const { output, input, groundTruth, metadata } = question;
  const request: JsonObject = { output, input, criteria: groundTruth, ...metadata };
  const answer = await askValidator(context, { use: validatorId(agentId), request }, 1);
  const found = readAgentScore(answer);
  if (found === undefined) {
    throw new Error(
      `${agentId} must answer {"score": 0.8, "reason": "…"} or {"passed": true | false}, got ${showJson(answer)}`,
    );
  }
  return { score: found.score, reason: found.reason, request, response: asStructure(answer) };
}
