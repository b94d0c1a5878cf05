import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type AgentFinding, toAgentFindingsOfError } from '../../../agents/agent-finding.ts';
import { createPositions } from '../../../inputs/source-position.ts';
import { chooseConnector } from '../../../models/choose-connector.ts';
import { MissingVariableError } from '../../../models/missing-variable.ts';
import type { AgentFolder } from '../../../scripts/agent-folders.ts';
import { findNearestWord } from '../../../values/index.ts';
import { type Assistant, isSandboxReplaced, readAssistant, usesModel } from '../assistant.ts';
import { createKeyPositions, type FilePosition } from '../key-positions.ts';
import { ALLOW_PARTIAL_ADVICE, listMissingParts, SANDBOX_AGENT_ADVICE } from '../missing-parts.ts';
import type { YaoRuntime } from '../yao-turn.ts';
import { inspectPrompts } from './inspect-prompts.ts';
import { inspectScripts } from './inspect-scripts.ts';
import { inspectServers } from './inspect-servers.ts';

/**
 * Finds all mistakes in the files of an assistant: in its package, prompts, scripts and servers. Also finds declared
 * parts that are not available here. Files are parsed, but no code of the assistant runs.
 */
export async function inspectAssistant(
  folder: AgentFolder,
  connector: string | undefined,
  runtime: YaoRuntime,
): Promise<AgentFinding[]> {
  const { root } = runtime;
  const start = { file: path.join(folder.dir, 'package.yao'), line: 1, column: 1 };
  const inFiles = [...inspectPrompts([folder.dir, path.join(root, 'agent')]), ...(await inspectScripts(folder.dir))];
  let assistant: Assistant;
  try {
    assistant = readAssistant(folder, root);
  } catch (error) {
    return withoutDuplicateFindings([...toAgentFindingsOfError(error, start, root), ...inFiles]);
  }
  const placeOf = createKeyPositions(start.file);
  return withoutDuplicateFindings([
    ...(connector === undefined ? inspectConnector(assistant, placeOf(['connector']), runtime) : []),
    ...inspectParts(assistant, placeOf, runtime),
    ...inspectServers(assistant, placeOf, runtime),
    ...inFiles,
  ]);
}

/**
 * Removes duplicate mistakes: one may be found when its file is read alone, and again when the whole assistant is read.
 */
function withoutDuplicateFindings(findings: readonly AgentFinding[]): AgentFinding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}

function inspectConnector(assistant: Assistant, position: FilePosition, runtime: YaoRuntime): AgentFinding[] {
  const { connectors, root } = runtime;
  if (!usesModel(assistant) || isSandboxReplaced(assistant, runtime.standIn)) return [];
  const { id, yaoPackage } = assistant;
  let chosen: string | undefined;
  try {
    chosen = chooseConnector({ id, connector: yaoPackage.connector }, runtime);
    connectors.model(chosen);
    return [];
  } catch (error) {
    const listedConnectors = connectors.list();
    const listedConnector = listedConnectors.find((connector) => connector.id === chosen);
    if (chosen !== undefined && listedConnector === undefined) {
      const ids = listedConnectors.map((connector) => connector.id);
      const remedy = `write connectors/${chosen.replaceAll('.', '/')}.conn.yao, or choose another with -c`;
      const message = `the workspace has no connector ${JSON.stringify(chosen)}; ${remedy}`;
      return [{ kind: 'mistake', ...position, message, suggestion: findNearestWord(chosen, ids) }];
    }
    // Reports a problem of a connector for the connector's own file, so that it is reported only once and not for every
    // assistant that uses the connector.
    const file = path.join(root, listedConnector?.source ?? '');
    const problemPosition =
      listedConnector !== undefined && existsSync(file) ? findPositionOfVariable(file, error) : position;
    return toAgentFindingsOfError(error, problemPosition, root);
  }
}

function findPositionOfVariable(file: string, error: unknown): FilePosition {
  const text = readFileSync(file, 'utf8');
  const offset = error instanceof MissingVariableError ? text.indexOf(`$ENV.${error.variable}`) : 0;
  return { file, ...createPositions(text)(Math.max(0, offset)) };
}

function inspectParts(
  assistant: Assistant,
  placeOf: ReturnType<typeof createKeyPositions>,
  runtime: YaoRuntime,
): AgentFinding[] {
  if (runtime.partial) return [];
  return listMissingParts(assistant, runtime)
    .filter(({ kind }) => kind !== 'server')
    .map(({ kind, part, declared }): AgentFinding => {
      const position = 'key' in declared ? placeOf(declared.key) : { file: declared.file, line: 1, column: 1 };
      const remedy = kind === 'sandbox' ? `${ALLOW_PARTIAL_ADVICE}; ${SANDBOX_AGENT_ADVICE}` : ALLOW_PARTIAL_ADVICE;
      return {
        kind: 'missing part',
        ...position,
        message: `agent "${assistant.id}" needs parts that are not available here: ${part}. ${remedy}`,
      };
    });
}
