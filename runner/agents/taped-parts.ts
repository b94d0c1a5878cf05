import type { AgentEntry, AgentParts } from '../contract/index.ts';
import { findAgentType } from './agent-types.ts';
import { computeDigest } from './read-agent-parts.ts';

/** An agent of the config that is taped whole. `parts` are what `readAgentParts` found, `model` is what answers for it. */
export type TapedEntry = { entry: AgentEntry; root: string; parts: AgentParts; model: object | undefined };

/**
 * Digests of what an answer that is taped whole depends on. More than what a run keeps of an agent: of a module all that
 * it imports by path, of a command the files that it names, and files of the workspace that the code names. Empty when
 * the agent cannot be read.
 */
export async function readTapedParts({ entry, root, parts, model }: TapedEntry): Promise<AgentParts> {
  try {
    const scripts = await findAgentType(entry).tapedFiles(entry, root);
    return {
      ...parts,
      ...(scripts === undefined ? {} : { scripts: computeDigest(scripts) }),
      ...(model === undefined ? {} : { model: computeDigest(model) }),
    };
  } catch {
    return {};
  }
}
