import path from 'node:path';
import { type AgentFinding, toAgentFindingsOfError } from '../../../agents/agent-finding.ts';
import type { FileProblem } from '../../../ports/index.ts';
import { findMissingFunctionProblem } from '../../../scripts/problem-of-function.ts';
import { findHandlerName } from '../../../scripts/processes/process-handlers.ts';
import { findScript } from '../../../scripts/resolve-script.ts';
import { findNearestWord } from '../../../values/index.ts';
import type { Assistant } from '../assistant.ts';
import { findAssistantScript } from '../find-assistant-script.ts';
import { createKeyPositions, type FilePosition } from '../key-positions.ts';
import { readTool } from '../mcp/process-server.ts';
import { findServer, listServerIds, type ServerDefinition } from '../mcp/server-definition.ts';
import type { YaoRuntime } from '../yao-turn.ts';

type FindKeyPosition = ReturnType<typeof createKeyPositions>;

/**
 * Finds MCP servers of an assistant that are missing or broken, and tools that are missing or whose function is
 * missing.
 */
export function inspectServers(assistant: Assistant, placeOf: FindKeyPosition, runtime: YaoRuntime): AgentFinding[] {
  const { id, dir, yaoPackage } = assistant;
  const chosen = (yaoPackage.mcp?.servers ?? []).map((choice, index) => ({
    ...choice,
    place: placeOf(['mcp', 'servers', index]),
  }));
  const otherServers = listServerIds(path.join(dir, 'mcps'), `agents.${id}.`)
    .filter((server) => !chosen.some((choice) => choice.server === server))
    .map((server) => ({ server, tools: [], place: placeOf([]) }));
  return [...chosen, ...otherServers].flatMap(({ server, tools = [], place }) => {
    try {
      const definition = findServer(server, runtime);
      return [...findMissingTools(definition, tools, place), ...inspectTools(definition, dir, runtime)];
    } catch (error) {
      // If a run allows missing parts, it continues without the server, so the problem is only a warning.
      const errorFindings = toAgentFindingsOfError(error, place, runtime.root);
      return runtime.partial
        ? errorFindings.map((finding): AgentFinding => ({ ...finding, kind: 'doubt' }))
        : errorFindings;
    }
  });
}

function findMissingTools(
  definition: ServerDefinition,
  toolNames: readonly string[],
  position: FilePosition,
): AgentFinding[] {
  if (definition.transport !== 'process') return [];
  const knownTools = Object.keys(definition.tools);
  return toolNames
    .filter((name) => !knownTools.includes(name))
    .map((name) => {
      const message = `the MCP server "${definition.id}" has no tool "${name}"; it has ${knownTools.join(', ') || 'none'}`;
      return { kind: 'doubt', ...position, message, suggestion: findNearestWord(name, knownTools) };
    });
}

function inspectTools(definition: ServerDefinition, dir: string, runtime: YaoRuntime): AgentFinding[] {
  if (definition.transport !== 'process') return [];
  const placeOf = createKeyPositions(definition.file);
  return Object.entries(definition.tools).flatMap(([tool, target]): AgentFinding[] => {
    const position = placeOf(['tools', tool]);
    const problem = findTargetProblem(target, dir, runtime);
    const toolFindings: AgentFinding[] =
      problem === undefined
        ? []
        : [{ kind: 'mistake', ...position, ...problem, message: `the tool "${tool}": ${problem.message}` }];
    try {
      readTool(tool, definition);
      return toolFindings;
    } catch (error) {
      return [...toolFindings, ...toAgentFindingsOfError(error, position, runtime.root)];
    }
  });
}

type TargetProblem = Pick<FileProblem, 'message' | 'suggestion'>;

/** Only names of script functions are checked; any other name is resolved only when it is called. */
function findTargetProblem(target: string, dir: string, runtime: YaoRuntime): TargetProblem | undefined {
  const { root, handlers, folders } = runtime;
  if (findHandlerName(target, handlers.names) !== undefined) return undefined;
  const ownScript = findAssistantScript(target, folders);
  if (ownScript !== undefined) return findMissingFunctionProblem(ownScript, target, root);
  if (/^scripts[.:]/.test(target)) {
    const script = findScript(root, { kind: 'function', reference: target }, [dir]);
    return 'file' in script ? findMissingFunctionProblem(script, target, root) : script;
  }
  const assistant = [...folders().keys()].find((id) => target.startsWith(`agents.${id}.`));
  if (assistant === undefined) return undefined;
  return { message: `the assistant "${assistant}" has no script behind "${target}" in its src` };
}
