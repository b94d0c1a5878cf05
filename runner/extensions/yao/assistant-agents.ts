import path from 'node:path';
import { type AgentDefinition, readAgentCodeFiles } from '../../agents/agent-definition.ts';
import type { AgentDiscovery, DiscoveredAgent, FormatWorkspace } from '../../agents/agent-format.ts';
import { type AgentSummary, omitEmptySummaryFields } from '../../agents/agent-summary.ts';
import { chooseConnector } from '../../models/choose-connector.ts';
import type { Connectors } from '../../models/connectors.ts';
import type { Agent } from '../../ports/index.ts';
import type { AgentFolder } from '../../scripts/agent-folders.ts';
import { toRelativePath } from '../../scripts/relative-path.ts';
import { agentFolders } from './agent-folders.ts';
import { type Assistant, isSandboxReplaced, readAssistant, usesModel } from './assistant.ts';
import { createYaoRuntime } from './create-runtime.ts';
import { inspectAssistant } from './inspect/inspect-assistant.ts';
import { listDeclaredTools, listKnownTools, listRemoteServers } from './known-tools.ts';
import { readTranslations, translate } from './locales.ts';
import { assertNoMissingParts } from './missing-parts.ts';
import { readPackage } from './read-package.ts';
import { runTurn } from './run-turn.ts';
import { createScriptEngine } from './script-engine.ts';
import { beginTurn, type ChosenModel, type YaoRuntime } from './yao-turn.ts';

const DEFAULT_LOCALE = 'en-us';

/** Finds the assistants of a workspace (folders with a `package.yao`). The folders are searched once, on first use. */
export function createAssistantDiscovery(workspace: FormatWorkspace): AgentDiscovery {
  const { root, variables } = workspace;
  let listedFolders: ReadonlyMap<string, AgentFolder> | undefined;
  const findFoldersOnce = () => {
    listedFolders ??= agentFolders.below(root);
    return listedFolders;
  };
  const { sandbox: replacementAgent, ...parts } = workspace;
  const runtime = createYaoRuntime({ ...parts, standIn: replacementAgent, folders: findFoldersOnce });

  function toFoundAgent(folder: AgentFolder): DiscoveredAgent {
    const { id, dir } = folder;
    const readDefinition = () => readAssistant(folder, root);
    return {
      id,
      summary: () => summarizeAssistant(folder, root),
      listed() {
        try {
          return summarizeAssistant(folder, root);
        } catch {
          return { id, type: 'yao', path: toRelativePath(root, dir) };
        }
      },
      check(connectors) {
        const assistant = readDefinition();
        assertNoMissingParts(assistant, runtime);
        checkConnector(assistant, { connectors, variables }, replacementAgent);
      },
      inspect: (connector) => inspectAssistant(folder, connector, runtime),
      tools: () => listKnownTools(readDefinition(), runtime),
      declaredTools: () => listDeclaredTools(readDefinition(), runtime),
      remoteServers: () => listRemoteServers(readDefinition(), runtime),
      makeup: () => describeAssistantParts(readDefinition()),
      open: (connector) => openYaoAgent(readDefinition(), connector, runtime),
    };
  }

  const requireAgent = (folder: AgentFolder | undefined) => (folder === undefined ? undefined : toFoundAgent(folder));
  return {
    find: (id) => requireAgent(findFoldersOnce().get(id)),
    list: () => [...findFoldersOnce().values()].map(toFoundAgent),
    around: (file) => requireAgent(agentFolders.above(file, root)),
    searchedPlaces: { place: `folders with a package.yao below ${root}`, named: 'always' },
    scripts: createScriptEngine(runtime),
    close: () => runtime.close(),
  };
}

function summarizeAssistant(folder: AgentFolder, root: string): AgentSummary {
  const { id, dir } = folder;
  const { name, description = '', connector } = readPackage(dir);
  const texts = [path.join(dir, 'locales'), path.join(root, 'agent', 'locales')].map(readTranslations);
  const translateText = (text: string) => translate(text, DEFAULT_LOCALE, texts);
  const named = omitEmptySummaryFields({
    name: translateText(name),
    description: translateText(description),
    connector: connector || findDefaultConnectorRole(folder, root),
  });
  return { id, type: 'yao', path: toRelativePath(root, dir), ...named };
}

/** Returns the default role for an assistant that names no connector; undefined if it uses no model. */
function findDefaultConnectorRole(folder: AgentFolder, root: string): string | undefined {
  return usesModel(readAssistant(folder, root)) ? 'use::default' : undefined;
}

function checkConnector(
  assistant: Assistant,
  workspace: { connectors: Connectors; variables: FormatWorkspace['variables'] },
  replacementAgent: string | undefined,
): void {
  if (!usesModel(assistant) || isSandboxReplaced(assistant, replacementAgent)) return;
  const { id, yaoPackage } = assistant;
  workspace.connectors.model(chooseConnector({ id, connector: yaoPackage.connector }, workspace));
}

function describeAssistantParts({
  dir,
  yaoPackage,
  globalPrompts,
  prompts,
  presets,
  translations,
}: Assistant): AgentDefinition {
  const { name: _, description: __, ...settings } = yaoPackage;
  const shared = settings.disable_global_prompts ? [] : globalPrompts;
  const texts = translations.map((of) => [...of].map(([name, ownTexts]) => [name, [...ownTexts]]));
  return {
    prompts: [shared, prompts, [...presets], texts],
    scripts: readAgentCodeFiles(path.join(dir, 'src')),
    settings,
  };
}

/** Opens an assistant folder as an agent. Throws immediately if its connector or its hooks are invalid. */
async function openYaoAgent(assistant: Assistant, connector: string | undefined, runtime: YaoRuntime): Promise<Agent> {
  assertNoMissingParts(assistant, runtime);
  if (assistant.hooks !== undefined) await runtime.bundle(assistant.hooks);
  const needsModel = usesModel(assistant) && !isSandboxReplaced(assistant, runtime.standIn);
  const chosenModel = needsModel ? chooseModel(assistant, connector, runtime) : undefined;
  return {
    id: assistant.id,
    invoke: async (request, signal) => runTurn(beginTurn({ assistant, request, chosen: chosenModel }, runtime), signal),
  };
}

function chooseModel(
  { id, yaoPackage }: Assistant,
  chosenConnector: string | undefined,
  runtime: YaoRuntime,
): ChosenModel {
  const connector = chooseConnector({ id, connector: chosenConnector ?? yaoPackage.connector }, runtime);
  return { connector, model: runtime.connectors.model(connector), fixed: chosenConnector !== undefined };
}
