import { parseJsonPath, selectPath } from '../../assertions/json-path.ts';
import { AgentError } from '../../ports/index.ts';
import { EmptyingMap, type Json, type JsonObject } from '../../values/index.ts';
import type { SessionCleanup } from '../session-cleanup.ts';

/** Values from earlier answers of a conversation that its server expects in later requests. */
export type CarriedValues = {
  values(): JsonObject;
  readHeaders(headers: Headers): void;
  readDocument(document: Json): void;
};

type CarriedSource = { kind: 'header'; name: string } | { kind: 'path'; steps: Parameters<typeof selectPath>[1] };

/** Parses the field `carry` in the config of an agent. Throws a configuration error for an invalid path. */
export function createCarriedValues(
  agent: { id: string; carry?: Record<string, string> | undefined },
  ends: SessionCleanup,
): (sessionId: string) => CarriedValues {
  const sources = Object.entries(agent.carry ?? {}).map(([name, sourceText]) => ({
    name,
    from: parseCarriedSource(agent.id, sourceText),
  }));
  const valuesBySession = new EmptyingMap<string, JsonObject>();

  function getSessionValues(sessionId: string): JsonObject {
    const before = valuesBySession.get(sessionId);
    if (before !== undefined || sources.length === 0) return before ?? {};
    const values: JsonObject = {};
    valuesBySession.set(sessionId, values);
    ends.onSessionEnd(sessionId, async () => void valuesBySession.delete(sessionId));
    return values;
  }

  return (sessionId) => {
    const values = getSessionValues(sessionId);
    return {
      values: () => values,
      readHeaders(headers) {
        for (const { name, from } of sources) {
          const value = from.kind === 'header' ? headers.get(from.name) : null;
          if (value !== null) values[name] = value;
        }
      },
      readDocument(document) {
        for (const { name, from } of sources) {
          const selection = from.kind === 'path' ? selectPath(document, from.steps) : undefined;
          if (selection?.kind === 'value' && selection.value !== null) values[name] = selection.value;
        }
      },
    };
  };
}

function parseCarriedSource(agentId: string, sourceText: string): CarriedSource {
  const header = /^header:\s*(\S+)$/.exec(sourceText)?.[1];
  if (header !== undefined) return { kind: 'header', name: header };
  const parsed = parseJsonPath(sourceText, 'from the end');
  if (parsed.kind === 'path') return parsed;
  throw new AgentError(`agent "${agentId}": its carry: ${parsed.reason}`, 'configuration');
}
