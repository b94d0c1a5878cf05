import { existsSync } from 'node:fs';
import path from 'node:path';
import { defaultEnvironment } from '../../contract/index.ts';
import { AgentError, type ScriptServices } from '../../ports/index.ts';
import { removeAgentPrefix } from '../../scripts/agent-folders.ts';
import { isOutsideFolder } from '../../scripts/folder-containment.ts';
import type { ScriptEngine, ScriptTask } from '../../scripts/script-engine.ts';
import { createMissingFunctionError } from '../../scripts/script-invoker.ts';
import { castToJson, isJsonObject, type Json } from '../../values/index.ts';
import { agentFolders } from './agent-folders.ts';
import { applicationFiles } from './files.ts';
import { adaptTurnForPageTest } from './page-script.ts';
import { runScript } from './run-script.ts';
import { findNodeDependencies } from './sandbox/find-node-dependencies.ts';
import { beginTurn, type YaoRuntime, type YaoTurn } from './yao-turn.ts';

/**
 * Runs hooks of cases, checks and tests in the same way as the scripts of assistants: in the sandbox, with the same
 * `ctx` and the same globals. A script that needs packages or modules of Node, which Yao does not offer, runs in Node
 * like other scripts.
 */
export function createScriptEngine(runtime: YaoRuntime): ScriptEngine {
  const decisionsByFile = new Map<string, Promise<boolean>>();
  return {
    handlesScript(file) {
      const decision = decisionsByFile.get(file) ?? findScriptRuntime(file, runtime.root);
      decisionsByFile.set(file, decision);
      return decision;
    },
    run: (task, signal) => runTask(task, runtime, signal),
  };
}

async function findScriptRuntime(file: string, root: string): Promise<boolean> {
  return isYaoScript(file, root) && (await findNodeDependencies(file)).length === 0;
}

/** Matches paths of scripts of an assistant, and of scripts in the folder `scripts/` of an application. */
function isYaoScript(file: string, root: string): boolean {
  if (agentFolders.above(file, root) !== undefined) return true;
  const isShared = !isOutsideFolder(path.join(root, 'scripts'), file);
  return isShared && applicationFiles.some((name) => existsSync(path.join(root, name)));
}

async function runTask(task: ScriptTask, runtime: YaoRuntime, signal: AbortSignal): Promise<Json> {
  const { place, context, values, title, source, chain, test } = task;
  const result = await runScript(
    {
      ...place,
      source,
      chain,
      test,
      awaitsPromises: true,
      values: values.map((value) => castToJson(value)),
      context: context === undefined ? undefined : 'first',
    },
    adaptTurnForPageTest(createTurn(task, runtime), task.place.file),
    signal,
  );
  switch (result.type) {
    case 'returned':
      return result.value ?? null;
    case 'threw':
      throw new AgentError(result.message, 'agent');
    case 'absent':
      throw createMissingFunctionError(place, result.found, runtime.root);
    default:
      throw new Error(`${title}: ${String(result satisfies never)}`);
  }
}

/** Creates a turn for a script that runs between the turns of a case, or without any case. */
function createTurn({ place, context, from, services }: ScriptTask, runtime: YaoRuntime): YaoTurn {
  const folder = agentFolders.above(place.file, runtime.root);
  const id = folder?.id ?? removeAgentPrefix(from.agentId);
  const { caller } = services ?? {};
  const nowhere = { runId: '', suiteKey: '', caseId: '', attempt: 1, turn: 1, role: 'agent' as const };
  const agentContext = {
    report: services?.report,
    ...(caller?.context ?? { ...nowhere, environment: defaultEnvironment }),
  };
  const fields = context !== undefined && isJsonObject(context) ? context : {};
  const { chat_id: chatId } = fields;
  const turn = beginTurn(
    {
      assistant: {
        id,
        dir: folder?.dir ?? runtime.root,
        hooks: undefined,
        hasSandbox: false,
        prompts: [],
        globalPrompts: [],
        presets: new Map(),
        translations: [],
        yaoPackage: { name: id, type: 'assistant', connector: '', options: {}, disable_global_prompts: false },
      },
      request: {
        messages: [],
        options: {},
        sessionId: chooseSessionId(chatId, caller),
        context: agentContext,
      },
      chosen: undefined,
    },
    runtime,
  );
  return { ...turn, fields, askAgent: services?.askAgent };
}

/**
 * Returns the id of the session for a script. The chat id of the option `--ctx` is not used for this, because it is the
 * same in all attempts, and attempts must not share memory.
 */
function chooseSessionId(chatId: Json | undefined, caller: ScriptServices['caller']): string {
  const isShared = caller !== undefined && chatId === caller.context.environment.chatId;
  return typeof chatId === 'string' && !isShared ? chatId : (caller?.sessionId ?? '');
}
