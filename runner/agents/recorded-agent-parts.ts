import type { AgentEntry, AgentParts } from '../contract/index.ts';
import { findAgentType } from './agent-types.ts';
import { computeDigest } from './read-agent-parts.ts';

/**
 * A config agent whose whole answers are recorded. `parts` come from `computeAgentPartDigests`; `model` is the model
 * that the agent uses.
 */
export type RecordedAgentEntry = { entry: AgentEntry; root: string; parts: AgentParts; model: object | undefined };

/**
 * Digests of everything that the recorded answers of an agent depend on. Covers more than the digests in a run:
 * everything that a module imports by path, the files that a command names, and files of the workspace that the code
 * names. Empty when the agent cannot be read.
 */
export async function computeRecordedAgentParts({
  entry,
  root,
  parts,
  model,
}: RecordedAgentEntry): Promise<AgentParts> {
  try {
    const scripts = await findAgentType(entry).filesAffectingAnswers(entry, root);
    return {
      ...parts,
      ...(scripts === undefined ? {} : { scripts: computeDigest(scripts) }),
      ...(model === undefined ? {} : { model: computeDigest(model) }),
    };
  } catch {
    return {};
  }
}
