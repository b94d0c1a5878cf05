import type { FormatWorkspace } from '../../agents/agent-format.ts';
import type { ToolContent, ToolServer } from '../../agents/mcp/tool-server.ts';
import type { Usage } from '../../contract/index.ts';
import { addUsage } from '../../fold/index.ts';
import type { LanguageModel } from '../../models/language-model.ts';
import { AgentError, type AgentRequest, type ScriptServices } from '../../ports/index.ts';
import type { AgentFolder } from '../../scripts/agent-folders.ts';
import type { TestReport } from '../../scripts/test-object/test-function-call.ts';
import type { Json, JsonObject } from '../../values/index.ts';
import type { Assistant } from './assistant.ts';
import type { ModelTables } from './data/model-tables.ts';
import type { TranslateText } from './data/translator.ts';

import type { SandboxBundle } from './sandbox/sandbox-bundle.ts';
import type { SandboxPool } from './sandbox/sandbox-pool.ts';
import type { SandboxQuestion } from './sandbox/sandbox-question.ts';
import { createSentMessages, type SentMessages } from './sent-messages.ts';
import type { MemorySpace, Session, Sessions } from './sessions.ts';

/** The objects and functions that all assistants of a workspace share. */
export type YaoRuntime = Omit<FormatWorkspace, 'connectorOf' | 'sandbox'> & {
  /** The id of the config agent that answers instead of an assistant's sandbox. */
  standIn: string | undefined;
  sandbox: SandboxPool;
  sessions: Sessions;
  models: ModelTables;
  words: TranslateText;
  /** The assistant folders by id. */
  folders(): ReadonlyMap<string, AgentFolder>;
  servers: McpServers;
  /** Answers a question (a call of a host function) from a script. */
  answer(question: SandboxQuestion, caller: ScriptCaller, signal: AbortSignal): Promise<Json>;
  /** Bundles a script; each file is bundled only once. */
  bundle(file: string): Promise<SandboxBundle>;
};

/**
 * The model that an assistant uses. `fixed` is true if the run or the case sets the model, so that hooks cannot change
 * it.
 */
export type ChosenModel = { connector: string; model: LanguageModel; fixed: boolean };

/** One turn of an assistant, with its input and state. */
export type YaoTurn = {
  runtime: YaoRuntime;
  assistant: Assistant;
  request: AgentRequest;
  chosen: ChosenModel | undefined;
  session: Session;
  /** The values of `ctx.memory.context`, which are discarded after the turn. */
  memory: MemorySpace;
  sent: SentMessages;
  metadata: JsonObject;
  locale: string;
  theme: string;
  route: string;
  /** Additional fields of `ctx`. */
  fields: JsonObject;
  /** The path, without file extensions, of the page whose backend script a test calls. */
  page?: string;
  /**
   * Calls another agent for a script of the case. If undefined, agents are called within this turn, and their usage is
   * added to it.
   */
  askAgent: ScriptServices['askAgent'] | undefined;
  spend(usage: Usage | undefined): void;
  usage(): Usage | undefined;
  warn(text: string): void;
  log(source: string, text: string): void;
};

/**
 * The script that asks a question; `chain` has the names of the calls that are waiting for this script, the outermost
 * first.
 */
export type ScriptCaller = { turn: YaoTurn; chain: readonly string[]; test?: TestReport | undefined };

/** The MCP servers of a workspace. Each server is opened once, on first use. */
export type McpServers = { open(id: string): Promise<McpServer>; close(): Promise<void> };

/** An MCP server. Tools that are functions of an assistant's scripts are called on behalf of `caller`. */
export type McpServer = Omit<ToolServer, 'call'> & {
  call(call: { tool: string; arguments: JsonObject }, caller: ScriptCaller, signal: AbortSignal): Promise<ToolContent>;
};

const MAX_NESTED_CALLS = 16;

export function beginTurn(
  turnStart: { assistant: Assistant; request: AgentRequest; chosen: ChosenModel | undefined },
  runtime: YaoRuntime,
): YaoTurn {
  const { assistant, request } = turnStart;
  const { environment, report, callers = [] } = request.context;
  if (callers.length >= MAX_NESTED_CALLS) {
    const last = [...callers.slice(-3), assistant.id].join(' → ');
    throw new AgentError(`agents call each other more than ${MAX_NESTED_CALLS} levels deep: … ${last}`, 'agent');
  }
  const reportLogLine = (source: string, text: string) => report?.({ type: 'log', source, text });
  let usage: Usage | undefined;
  return {
    ...turnStart,
    runtime,
    session: runtime.sessions.openSession(request.sessionId),
    memory: new Map(),
    sent: createSentMessages((text) => reportLogLine(`sent ${assistant.id}`, text)),
    metadata: { ...environment.metadata, ...request.options.metadata },
    locale: environment.locale,
    theme: '',
    route: '',
    fields: {},
    askAgent: undefined,
    spend(more) {
      usage = addUsage(usage, more);
    },
    usage: () => usage,
    warn: (text) => report?.({ type: 'warning', text: `${assistant.id}: ${text}` }),
    log: reportLogLine,
  };
}
