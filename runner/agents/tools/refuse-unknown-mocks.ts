import { isToolNamed } from '../../assertions/match-tool.ts';
import { AgentError, type ToolMocks } from '../../ports/index.ts';
import { findNearestWord } from '../../values/index.ts';

/** A tool of an agent; `name` is the name that its model knows. */
export type KnownTool = { name: string; tool: string; server?: string | undefined };

/**
 * Throws if a mock is for a tool that the agent does not have. It would never be used, and nobody would notice the
 * mistake.
 */
export function refuseUnknownMocks(
  id: string,
  toolMocks: ToolMocks | undefined,
  knownTools: readonly KnownTool[],
): void {
  const unknownName = toolMocks?.tools.find((name) => !knownTools.some((tool) => isToolNamed(tool, name)));
  if (unknownName === undefined) return;
  const nearestTool = findNearestWord(
    unknownName,
    knownTools.flatMap(({ name, tool }) => [name, tool]),
  );
  const names = knownTools.map(({ name }) => name).join(', ');
  const knownToolsText = knownTools.length === 0 ? 'it has no tools' : `its tools are ${names}`;
  const hint = nearestTool === undefined ? knownToolsText : `did you mean "${nearestTool}"?`;
  throw new AgentError(`the case mocks "${unknownName}", which agent "${id}" does not have; ${hint}`, 'configuration');
}
