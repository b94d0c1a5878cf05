import path from 'node:path';
import { systems } from '../../extensions/registered/systems.ts';
import { isCaseFileOfOtherSystem } from '../../extensions/workspace-files.ts';
import { readCaseFile } from '../../inputs/load-case-file.ts';

/** Returns the agents whose folders contain the files, or that the files name as the tested agent. */
export async function findAgentsTestedByFiles(files: readonly string[], root: string): Promise<ReadonlySet<string>> {
  const testedAgents = new Set<string>();
  for (const file of files) {
    const surroundingAgent = systems.folders.above(file, root)?.id;
    if (surroundingAgent !== undefined) testedAgents.add(surroundingAgent);
    if (!isCaseFileOfOtherSystem(path.basename(file))) continue;
    const { agentId } = await readCaseFile(file, file, { formats: systems.cases });
    if (agentId !== undefined) testedAgents.add(agentId);
  }
  return testedAgents;
}
