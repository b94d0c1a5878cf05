import { createHash } from 'node:crypto';
import type { AgentParts } from '../contract/index.ts';
import type { Connectors } from '../models/connectors.ts';
import { castToJson, toCanonicalJson } from '../values/index.ts';
import type { AgentSource } from './agent-catalog.ts';
import type { AgentDefinition } from './agent-definition.ts';
import type { DefinitionWorkspace } from './agent-type.ts';
import { findAgentType } from './agent-types.ts';

/**
 * Returns digests of the parts of an agent. They depend on the contents of its files, but not on formatting, keys or
 * header values. Parts that cannot be read have no digest. Files and models that a program uses at run time are unknown
 * here.
 */
export function computeAgentPartDigests(source: AgentSource, workspace: DefinitionWorkspace): AgentParts {
  return computePartDigests(() => loadAgentDefinition(source, workspace));
}

/**
 * Returns the digest of the model behind a connector, because the model may change while the name of the connector
 * stays.
 */
export function computeModelDigest(connectors: Connectors, id: string): AgentParts {
  return computePartDigests(() => ({ model: connectors.describeSettings(id) }));
}

const DIGEST_LENGTH = 16;

/** Returns a digest of a JSON value that does not depend on the order of keys. */
export function computeDigest(value: unknown): string {
  return createHash('sha256')
    .update(toCanonicalJson(castToJson(value)))
    .digest('base64url')
    .slice(0, DIGEST_LENGTH);
}

/**
 * Returns digests of the parts. If the agent cannot be read, returns none, because the problem is reported when it is
 * called.
 */
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
