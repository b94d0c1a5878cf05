import type { Fault, Message } from '../../contract/index.ts';
import { textOfContent } from '../../fold/index.ts';

const token = /###[^#\n]{1,40}###/;

/** A word of the protocol between a simulator and its runner, said to the agent: `###STOP###`. */
export function stopTokenIn(message: string, conversation: readonly Message[]): string | undefined {
  const found = token.exec(message)?.[0];
  if (found === undefined) return undefined;
  const isKnown = conversation.some(({ content }) => textOfContent(content).includes(found));
  return isKnown ? undefined : found;
}

export function stopTokenFault(found: string, turn: number): Fault {
  return {
    by: 'simulator',
    kind: 'stop_token',
    turn,
    severity: 'critical_hindered',
    rule: 'a stop token said to the agent as text',
    evidence: found,
    confidence: 'certain',
  };
}
