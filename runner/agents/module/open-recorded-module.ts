import type { AgentParts } from '../../contract/index.ts';
import { openFor, type Tape } from '../../models/cassette/tape.ts';
import type { Agent } from '../../ports/index.ts';
import { tapeAgent } from '../taped-agent.ts';

type RecordedModule = {
  id: string;
  tape: Tape;
  parts: () => Promise<AgentParts>;
  /** The agent without a tape. */
  whole: () => Promise<Agent>;
  /** The agent whose models are behind the tape. */
  live: () => Promise<Agent>;
};

/**
 * A module of which the answers of its models are recorded: in a replay it runs. Cassettes of older versions have its
 * whole answers, which are played as they were.
 */
export function openRecordedModule({ id, tape, parts, whole, live }: RecordedModule): Agent {
  const running = openFor(tape, live);
  let played: Promise<Agent> | undefined;
  return {
    id,
    async invoke(request, signal) {
      if (!tape.hasWhole(request.context, id)) return (await running()).invoke(request, signal);
      played ??= parts().then((known) => tapeAgent({ id, tape, parts: known }, whole));
      return (await played).invoke(request, signal);
    },
  };
}
