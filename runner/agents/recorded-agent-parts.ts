import type { AgentEntry, AgentParts } from '../contract/index.ts';
import { findAgentType } from './agent-types.ts';
import { computeDigest } from './read-agent-parts.ts';

/**
 * An agent of the config whose whole answers are recorded. `parts` come from `computeAgentPartDigests`; `model` is what
 * identifies its model.
 */
export type RecordedAgentEntry = { entry: AgentEntry; root: string; parts: AgentParts; model: object | undefined };

/**
 * Returns digests of everything that the recorded answers of an agent depend on. In addition to `parts`, this includes
 * the files that a module imports by path, those that a command names, and files of the workspace that code names.
 * Empty if the agent cannot be read.
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
