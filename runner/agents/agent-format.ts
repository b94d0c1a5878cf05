import type { ConnectorSource } from '../models/connector-source.ts';
import type { Connectors, Variables } from '../models/connectors.ts';
import type { Agent, AgentContext, AgentProvider } from '../ports/index.ts';
import type { ScriptEngine } from '../scripts/script-engine.ts';
import type { ProcessHandlers } from '../scripts/script-invoker.ts';
import type { WorkerSystems } from '../scripts/user-objects.ts';
import type { JsonObject } from '../values/index.ts';
import type { AgentFinding } from './agent-finding.ts';
import type { AgentMakeup } from './agent-makeup.ts';
import type { AgentSummary } from './agent-summary.ts';

/** What other systems give the agents of a workspace. */
export type AgentSystems = WorkerSystems & {
  agents: readonly AgentFormat[];
  connectors: readonly ConnectorSource[];
};

/** How agents lie in a workspace that its config does not have to name. Nothing is started before one is asked. */
export type AgentFormat = (workspace: FormatWorkspace) => FoundAgents;

export type FormatWorkspace = {
  root: string;
  variables: Variables;
  connectors: Connectors;
  /** All agents of the workspace, which those of the format may ask. */
  agents: AgentProvider;
  /** What the workspace config registers. */
  handlers: ProcessHandlers;
  /** The time that prompts are filled in with. */
  now(context: AgentContext): Date;
  /** The agent of the config that answers in place of sandboxes. */
  sandbox: string | undefined;
  /** Agents may answer without parts that they declare and that are not here. */
  partial: boolean;
  /** The bytes that an answer may have. */
  maxAnswer: number;
  /** The connector of another agent. */
  connectorOf(agentId: string): string;
};

export type FoundAgents = {
  find(id: string): FoundAgent | undefined;
  list(): FoundAgent[];
  /** The agent that a file of the workspace belongs to. */
  around?(file: string): FoundAgent | undefined;
  /** Where such agents are looked for; where that goes without saying, it is only named when there are some. */
  searched: { place: string; named: 'always' | 'with agents' };
  /** Runs the scripts that are written for its system. */
  scripts?: ScriptEngine;
  close?(): Promise<void>;
};

/** A tool as calls of it name it. */
export type ToolName = { server?: string; tool: string };

/** A tool as its agent describes it to the model. */
export type DeclaredTool = { name: string; description?: string | undefined; parameters?: JsonObject | undefined };

/** Reads what it is asked for; what is broken throws. */
export type FoundAgent = {
  id: string;
  /** The end of its id by which people may call it. */
  shortId?: string;
  summary(): AgentSummary;
  /** The same in a list, where one that is broken must not hide the others. */
  listed(): AgentSummary;
  /** Throws why it could not be asked on its own connector. */
  check(connectors: Connectors): void;
  /** Returns what is wrong with its files, put on another connector or on its own. No code of the agent runs. */
  inspect?(connector: string | undefined): Promise<AgentFinding[]>;
  /** The tools that it can call; undefined where its files do not tell. */
  tools?(): readonly ToolName[] | undefined;
  /** The tools that its files describe; there may be others. */
  declaredTools?(): readonly DeclaredTool[];
  /** The MCP servers outside of the workspace whose tools it calls. */
  remoteServers?(): readonly string[];
  /** Everything that its answers depend on. */
  makeup(): AgentMakeup;
  open(connector: string | undefined): Agent | Promise<Agent>;
};
