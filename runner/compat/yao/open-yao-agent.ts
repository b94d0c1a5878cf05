import { chooseConnector } from '../../models/choose-connector.ts';
import type { Agent } from '../../ports/index.ts';
import { type Assistant, asksModel, readAssistant } from './assistant.ts';
import { playTurn } from './play-turn.ts';
import { readPackage } from './read-package.ts';
import { beginTurn, type ChosenModel, type YaoRuntime } from './turn.ts';

export type YaoReference = {
  id: string;
  dir: string;
  /** The connector that the run or the case sets in place of the assistant's own. */
  connector: string | undefined;
};

/** An assistant folder as an agent. Connector and hooks are read before anything runs: what is wrong with them throws. */
export async function openYaoAgent({ id, dir, connector }: YaoReference, runtime: YaoRuntime): Promise<Agent> {
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
