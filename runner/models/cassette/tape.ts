import type * as z from 'zod';
import type { AgentParts } from '../../contract/index.ts';
import type { AgentContext } from '../../ports/index.ts';
import type { JsonObject } from '../../values/index.ts';

/** A call that goes through a tape. `request` is its content: what has to be the same for the same answer. */
export type TapedCall<Answer extends object> = {
  context: AgentContext;
  request: JsonObject;
  /** What the agent is made of whose whole answer is taped: another agent would answer otherwise. */
  agent?: AgentParts | undefined;
  /** The stored form of an answer, without the parts that differ every time. */
  schema: z.ZodType<Answer>;
  /** Asks for real. */
  ask: () => Promise<Answer>;
};

/** Stands between a run and whatever answers it: keeps the answers, or gives them from a cassette. */
export type Tape = {
  /**
   * `always` if everything must be able to answer for real: connectors with their keys, servers, programs. `never` if
   * nothing is asked but the tape.
   */
  readonly asks: 'always' | 'maybe' | 'never';
  answer<Answer extends object>(call: TapedCall<Answer>): Promise<Answer>;
  /** The time that prompts are filled in with. */
  now(context: AgentContext): Date;
};

/** Now, or only when it is asked for the first time. */
export function openFor<Real>(tape: Tape, open: () => Real): () => Real {
  let real: { opened: Real } | undefined = tape.asks === 'always' ? { opened: open() } : undefined;
  return () => {
    real ??= { opened: open() };
    return real.opened;
  };
}
