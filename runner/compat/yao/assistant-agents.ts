import path from 'node:path';
import type { FormatWorkspace, FoundAgent, FoundAgents } from '../../agents/agent-format.ts';
import { type AgentMakeup, readCode } from '../../agents/agent-makeup.ts';
import { type AgentSummary, present, relativePath } from '../../agents/agent-summary.ts';
import { chooseConnector } from '../../models/choose-connector.ts';
import type { Connectors } from '../../models/connectors.ts';
import type { Agent } from '../../ports/index.ts';
import type { AgentFolder } from '../../scripts/agent-folders.ts';
import { agentFolders } from './agent-folders.ts';
import { type Assistant, asksModel, readAssistant } from './assistant.ts';
import { createYaoRuntime } from './create-runtime.ts';
import { readTranslations, translate } from './locales.ts';
import { playTurn } from './play-turn.ts';
import { readPackage } from './read-package.ts';
import { beginTurn, type ChosenModel, type YaoRuntime } from './turn.ts';

const LISTED_LOCALE = 'en-us';

/** The assistants of a workspace: folders with a `package.yao`. They are looked for once, when asked. */
export function assistantAgents(workspace: FormatWorkspace): FoundAgents {
  const { root, variables } = workspace;
  let listed: ReadonlyMap<string, AgentFolder> | undefined;
  const folders = () => {
    listed ??= agentFolders.below(root);
    return listed;
  };
  const runtime = createYaoRuntime({ ...workspace, folders });

  function found(folder: AgentFolder): FoundAgent {
    const { id, dir } = folder;
    const read = () => readAssistant({ ...folder, root, yaoPackage: readPackage(dir) });
    return {
      id,
      summary: () => summaryOf(folder, root),
      listed() {
        try {
          return summaryOf(folder, root);
        } catch {
          return { id, type: 'yao', path: relativePath(root, dir) };
        }
      },
      check: (connectors) => checkConnector(read(), { connectors, variables }),
      makeup: () => makeupOf(read()),
      open: (connector) => openYaoAgent({ id, dir, connector }, runtime),
    };
  }

  return {
    find(id) {
      const folder = folders().get(id);
      return folder === undefined ? undefined : found(folder);
    },
    list: () => [...folders().values()].map(found),
    around(file) {
      const folder = agentFolders.above(file, root);
      return folder === undefined ? undefined : found(folder);
    },
    searched: { place: `folders with a package.yao below ${root}`, named: 'always' },
    close: () => runtime.close(),
  };
}

function summaryOf({ id, dir }: AgentFolder, root: string): AgentSummary {
  const { name, description = '', connector } = readPackage(dir);
  const texts = [path.join(dir, 'locales'), path.join(root, 'agent', 'locales')].map(readTranslations);
  const shown = (text: string) => translate(text, LISTED_LOCALE, texts);
  const named = present({ name: shown(name), description: shown(description), connector });
  return { id, type: 'yao', path: relativePath(root, dir), ...named };
}

function checkConnector(
  assistant: Assistant,
  workspace: { connectors: Connectors; variables: FormatWorkspace['variables'] },
): void {
  if (!asksModel(assistant)) return;
  const { id, yaoPackage } = assistant;
  workspace.connectors.model(chooseConnector({ id, connector: yaoPackage.connector }, workspace));
}

function makeupOf({ dir, yaoPackage, globalPrompts, prompts, presets, translations }: Assistant): AgentMakeup {
  const { name: _, description: __, ...settings } = yaoPackage;
  const shared = settings.disable_global_prompts ? [] : globalPrompts;
  const texts = translations.map((of) => [...of].map(([name, own]) => [name, [...own]]));
  return { prompts: [shared, prompts, [...presets], texts], scripts: readCode(path.join(dir, 'src')), settings };
}

type YaoReference = {
  id: string;
  dir: string;
  /** The connector that the run or the case sets in place of the assistant's own. */
  connector: string | undefined;
};

/** An assistant folder as an agent. Connector and hooks are read before anything runs: what is wrong with them throws. */
async function openYaoAgent({ id, dir, connector }: YaoReference, runtime: YaoRuntime): Promise<Agent> {
  const assistant = readAssistant({ id, dir, root: runtime.root, yaoPackage: readPackage(dir) });
  if (assistant.hooks !== undefined) await runtime.bundle(assistant.hooks);
  const chosen = asksModel(assistant) ? chosenModel(assistant, connector, runtime) : undefined;
  return {
    id,
    invoke: async (request, signal) => playTurn(beginTurn({ assistant, request, chosen }, runtime), signal),
  };
}

function chosenModel({ id, yaoPackage }: Assistant, asked: string | undefined, runtime: YaoRuntime): ChosenModel {
  const connector = asked ?? chooseConnector({ id, connector: yaoPackage.connector }, runtime);
  return { connector, model: runtime.connectors.model(connector), fixed: asked !== undefined };
}
