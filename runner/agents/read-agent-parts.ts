import { createHash } from 'node:crypto';
import type { AgentParts } from '../contract/index.ts';
import type { Connectors } from '../models/connectors.ts';
import { asJson, canonicalJson } from '../values/index.ts';
import type { AgentSource } from './agent-catalog.ts';
import type { AgentMakeup } from './agent-makeup.ts';
import type { MakeupWorkspace } from './agent-type.ts';
import { findAgentType } from './agent-types.ts';

/**
 * Digests of what an agent is made of: of what its files mean, not of how they are written. Keys and the values of headers
 * are left out. A part that cannot be read is not there. What a program loads or asks by itself is not seen.
 */
export function readAgentParts(source: AgentSource, workspace: MakeupWorkspace): AgentParts {
  return partDigests(() => agentParts(source, workspace));
}

/** The same of the model behind a connector, which may keep its name while that changes. */
export function readModelPart(connectors: Connectors, id: string): AgentParts {
  return partDigests(() => ({ model: connectors.makeup(id) }));
}

const DIGEST_LENGTH = 16;

/** The order of keys does not count. */
export function computeDigest(value: unknown): string {
  return createHash('sha256')
    .update(canonicalJson(asJson(value)))
    .digest('base64url')
    .slice(0, DIGEST_LENGTH);
}

/** Nothing when it cannot be read: what is wrong with an agent or a connector is said when it is asked. */
function partDigests(read: () => AgentMakeup): AgentParts {
  try {
    const definedParts = Object.entries(read()).filter(([, value]) => value !== undefined);
    return Object.fromEntries(definedParts.map(([name, value]) => [name, computeDigest(value)]));
  } catch {
    return {};
  }
}

function agentParts(source: AgentSource, workspace: MakeupWorkspace): AgentMakeup {
  switch (source.type) {
    case 'found':
      return source.agent.makeup();
    case 'entry':
      return findAgentType(source.entry).makeup(source.entry, workspace);
    case 'model':
      return {};
    default:
      return source satisfies never;
  }
}
