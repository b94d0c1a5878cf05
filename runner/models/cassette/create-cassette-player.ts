import { type AgentParts, agentPartNames } from '../../contract/index.ts';
import { type AgentContext, AgentError } from '../../ports/index.ts';
import { type JsonObject, toCanonicalJson } from '../../values/index.ts';
import type { Cassette, CassetteEntry } from './cassette.ts';
import { describeMiss } from './describe-miss.ts';
import type { RecordReplayLayer } from './record-replay-layer.ts';
import { fromStoredAnswer, toStoredRequest } from './to-stored-request.ts';

export type CassettePlayerOptions = {
  /** What to do if the cassette has no answer: let the call fail, or make a real call. */
  onMiss: 'fail' | 'ask';
  redact: (text: string) => string;
};

export type CassettePlayer = RecordReplayLayer & {
  /** Loads the cassettes to play. The first cassette also contains the answers for the hooks of the run itself. */
  loadCassettes(cassettes: readonly Cassette[]): void;
  /**
   * Returns the number of calls that were answered from a cassette and of calls that were not. Later requests go to the
   * real model.
   */
  stopReplay(): { answered: number; missed: number };
};

type LoadedCassette = {
  cassette: Cassette;
  unused: Map<string, CassetteEntry[]>;
};

/** Returns each recorded answer once, for the request with the same role, case, attempt, turn and content. */
export function createCassettePlayer({ onMiss, redact }: CassettePlayerOptions): CassettePlayer {
  const inserted = new Map<string, LoadedCassette>();
  const count = { answered: 0, missed: 0 };

  return {
    asks: onMiss === 'fail' ? 'never' : 'maybe',
    loadCassettes(cassettes) {
      for (const cassette of cassettes)
        inserted.set(cassette.suite, {
          cassette,
          unused: Map.groupBy(cassette.entries, toCallKey),
        });
      const [first] = cassettes;
      const ofHooks = first === undefined ? undefined : inserted.get(first.suite);
      if (ofHooks !== undefined) inserted.set('', ofHooks);
    },
    async answer({ context, request, schema, agent, ask }) {
      const player = inserted.get(context.suiteKey);
      if (player === undefined) return ask();
      const { runId } = context;
      const keptForm = toStoredRequest(request, { runId, redact });
      const entry = player.unused.get(toCallKey({ ...context, case: context.caseId, request: keptForm }))?.shift();
      const changed = entry === undefined ? undefined : describeAgentChange(entry, agent, player.cassette.name);
      if (entry !== undefined && changed === undefined) {
        count.answered += 1;
        return schema.parse(fromStoredAnswer(entry.answer, runId));
      }
      count.missed += 1;
      const missDescription =
        changed ?? describeMiss({ ...context, case: context.caseId, request: keptForm }, player.cassette);
      if (onMiss === 'fail') throw new AgentError(missDescription, 'configuration');
      context.report?.({ type: 'warning', text: `${missDescription}\n  it was called live instead` });
      return ask();
    },
    now: ({ suiteKey }: AgentContext) => {
      const entry = inserted.get(suiteKey);
      return entry === undefined ? new Date() : new Date(entry.cassette.now);
    },
    stopReplay() {
      inserted.clear();
      return count;
    },
  };
}

type RecordedCall = Pick<CassetteEntry, 'case' | 'attempt' | 'turn' | 'role'> & { request: JsonObject };

function toCallKey({ case: caseId, attempt, turn, role, request }: RecordedCall): string {
  return toCanonicalJson([caseId, attempt, turn, role, request]);
}

/**
 * Returns the reason why a recorded answer does not fit the current agent. Undefined if it fits, or if a model gave the
 * answer.
 */
function describeAgentChange(
  entry: CassetteEntry,
  agent: AgentParts | undefined,
  cassette: string,
): string | undefined {
  const { agent: recorded = {}, case: caseId } = entry;
  if (agent === undefined) return undefined;
  const changed = agentPartNames.filter((name) => recorded[name] !== agent[name]);
  if (changed.length === 0) return undefined;
  const isGone = changed.every((name) => agent[name] === undefined);
  const caseFlag = caseId === '' ? '' : ` --case ${caseId}`;
  return (
    `the agent changed: record again with --record${caseFlag}\n` +
    `  ${cassette} has an answer of the same agent, but its ${changed.join(' and ')} ` +
    (isGone ? 'can no longer be read' : 'changed since then')
  );
}
