import { createHash } from 'node:crypto';
import type { AgentParts } from '../contract/index.ts';
import type { Connectors } from '../models/connectors.ts';
import { castToJson, toCanonicalJson } from '../values/index.ts';
import type { AgentSource } from './agent-catalog.ts';
import type { AgentDefinition } from './agent-definition.ts';
import type { DefinitionWorkspace } from './agent-type.ts';
import { findAgentType } from './agent-types.ts';

/**
 * Digests of the parts of an agent. They depend on the content of its files, not on the formatting. Keys and header
 * values are left out, and so are parts that cannot be read. Files that a program loads and models that a program
 * calls itself are not visible here.
 */
export function computeAgentPartDigests(source: AgentSource, workspace: DefinitionWorkspace): AgentParts {
  return computePartDigests(() => loadAgentDefinition(source, workspace));
}

/** The digest of the model behind a connector, because the model can change while the connector keeps its name. */
export function computeModelDigest(connectors: Connectors, id: string): AgentParts {
  return computePartDigests(() => ({ model: connectors.describeSettings(id) }));
}

const DIGEST_LENGTH = 16;

/** The digest of a JSON value; the order of keys does not matter. */
export function computeDigest(value: unknown): string {
  return createHash('sha256')
    .update(toCanonicalJson(castToJson(value)))
    .digest('base64url')
    .slice(0, DIGEST_LENGTH);
}

/** Returns no digests when parts cannot be read, because the problem is reported when the agent is called. */
function computePartDigests(read: () => AgentDefinition): AgentParts {
  try {
    const definedParts = Object.entries(read()).filter(([, value]) => value !== undefined);
    return Object.fromEntries(definedParts.map(([name, value]) => [name, computeDigest(value)]));
  } catch {
    return {};
  }
}

function loadAgentDefinition(source: AgentSource, workspace: DefinitionWorkspace): AgentDefinition {
  switch (source.type) {
    case 'found':
      return source.agent.makeup();
    case 'entry':
      return findAgentType(source.entry).readDefinition(source.entry, workspace);
    case 'model':
    case 'built_in':
      return {};
    default:
      return source satisfies never;
  }
}
