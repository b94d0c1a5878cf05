import type { Fault, Message } from '../../contract/index.ts';
import { textOfContent } from '../../fold/index.ts';

const token = /###[^#\n]{1,40}###/;

/** Finds a control token of the simulator protocol that was sent to the agent as text, such as `###STOP###`. */
export function stopTokenIn(message: string, conversation: readonly Message[]): string | undefined {
  const match = token.exec(message)?.[0];
  if (match === undefined) return undefined;
  const isKnown = conversation.some(({ content }) => textOfContent(content).includes(match));
  return isKnown ? undefined : match;
}

export function stopTokenFault(stopToken: string, turn: number): Fault {
  return {
    by: 'simulator',
    kind: 'stop_token',
    turn,
    severity: 'critical_hindered',
    rule: 'sends a stop token to the agent as text',
    evidence: stopToken,
    confidence: 'certain',
  };
}
