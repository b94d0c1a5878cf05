import type * as z from 'zod';
import type { AgentParts } from '../../contract/index.ts';
import type { AgentContext } from '../../ports/index.ts';
import type { JsonObject } from '../../values/index.ts';

/** A call that is recorded or replayed. `request` is the content that must be the same for the same answer. */
export type RecordableCall<Answer extends object> = {
  context: AgentContext;
  request: JsonObject;
  /** The parts of the agent, set if the agent's whole answer is recorded: another agent would answer differently. */
  agent?: AgentParts | undefined;
  /** The schema of the stored form of an answer, which leaves out parts that differ in every run. */
  schema: z.ZodType<Answer>;
  /** Makes the real call, whose answer is then recorded. */
  ask: () => Promise<Answer>;
};

/** A layer between a run and its models and agents that records answers or replays them from a cassette. */
export type RecordReplayLayer = {
  /**
   * Whether calls may be made for real. `always`: every call may be, so connectors need keys, and servers and programs
   * must be available. `never`: only recorded answers are given.
   */
  readonly asks: 'always' | 'maybe' | 'never';
  answer<Answer extends object>(call: RecordableCall<Answer>): Promise<Answer>;
  /** Returns the time to insert into prompts. */
  now(context: AgentContext): Date;
};

/**
 * Returns a function that gives the real connection. It is opened at once if recording always needs it, otherwise on
 * first use.
 */
export function createLazyConnection<Real>(layer: RecordReplayLayer, open: () => Real): () => Real {
  let openedConnection: { opened: Real } | undefined = layer.asks === 'always' ? { opened: open() } : undefined;
  return () => {
    openedConnection ??= { opened: open() };
    return openedConnection.opened;
  };
}
