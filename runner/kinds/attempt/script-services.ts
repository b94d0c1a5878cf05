import type { ScriptServices } from '../../ports/index.ts';
import { askAgent } from './ask-agent.ts';
import type { AttemptContext } from './attempt-context.ts';

/** What scripts of an attempt may want of it: their lines become its events, their agents answer under its deadline. */
export function scriptServices(context: AttemptContext, turn: number): ScriptServices {
  return {
    log: (source, text) => context.emit({ type: 'log.written', source, text }),
    hung: context.hung,
    askAgent: (question) =>
      askAgent(context, {
        ...question,
        role: 'agent',
        phase: 'script',
        turn,
        sessionId: `${context.sessionId}:script`,
      }),
  };
}
