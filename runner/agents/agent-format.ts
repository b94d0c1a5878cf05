import type { ConnectorSource } from '../models/connector-source.ts';
import type { Connectors, Variables } from '../models/connectors.ts';
import type { Agent, AgentContext, AgentProvider } from '../ports/index.ts';
import type { ScriptEngine } from '../scripts/script-engine.ts';
import type { ProcessHandlers } from '../scripts/script-invoker.ts';
import type { WorkerIntegrations } from '../scripts/user-objects.ts';
import type { JsonObject } from '../values/index.ts';
import type { AgentDefinition } from './agent-definition.ts';
import type { AgentFinding } from './agent-finding.ts';
import type { AgentSummary } from './agent-summary.ts';

/** The integrations of other agent systems that a workspace can use. */
export type AgentIntegrations = WorkerIntegrations & {
  agents: readonly AgentFormat[];
  connectors: readonly ConnectorSource[];
};

/**
 * Discovers agents in files of a workspace, so that its config need not list them. Starts nothing before an agent is
 * called.
 */
export type AgentFormat = (workspace: FormatWorkspace) => AgentDiscovery;

export type FormatWorkspace = {
  root: string;
  variables: Variables;
  connectors: Connectors;
  /** All agents of the workspace; agents of this format may call them. */
  agents: AgentProvider;
  /** The handlers that the workspace config registers. */
  handlers: ProcessHandlers;
  /** Returns the date and time that prompts of an agent show as the current time. */
  now(context: AgentContext): Date;
  /**
   * The id of an agent in the workspace config. It answers instead of the sandboxes that discovered agents would use.
   */
  sandbox: string | undefined;
  /** Agents may run although parts that they declare are missing. */
  partial: boolean;
  /** The maximum size of an answer, in bytes. */
  maxAnswer: number;
  connectorOf(agentId: string): string;
};

export type AgentDiscovery = {
  find(id: string): DiscoveredAgent | undefined;
  list(): DiscoveredAgent[];
  /** The agent that a file of the workspace belongs to. */
  around?(file: string): DiscoveredAgent | undefined;
  /**
   * The places where this format looks for agents, for error messages. A place marked `with agents` is named only when
   * agents were found there.
   */
  searchedPlaces: { place: string; named: 'always' | 'with agents' };
  /** Runs scripts that were written for the agent system of this format. */
  scripts?: ScriptEngine;
  close?(): Promise<void>;
};

/** The name of a tool in tool calls: its server, if there is one, and the tool itself. */
export type ToolName = { server?: string; tool: string };

/** A tool as its agent describes it to the model. */
export type DeclaredTool = { name: string; description?: string | undefined; parameters?: JsonObject | undefined };

/** An agent found in the workspace. Its files are read on demand; methods throw when a file is broken. */
export type DiscoveredAgent = {
  id: string;
  /** A shorter form of the id; people may call the agent by it or by its last path segments. */
  shortId?: string;
  summary(): AgentSummary;
  /**
   * Returns the agent's summary, as shown in lists of agents. Never throws, so that one broken agent does not hide the
   * others.
   */
  listed(): AgentSummary;
  /** Throws with the reason if the agent could not be called on its own connector. */
  check(connectors: Connectors): void;
  /**
   * Returns the problems of the agent's files on `connector`, or on the agent's own connector when undefined. Runs no
   * code of the agent.
   */
  inspect?(connector: string | undefined): Promise<AgentFinding[]>;
  /** The tools that the agent can call; undefined when the agent's files do not list its tools. */
  tools?(): readonly ToolName[] | undefined;
  /** The tools that the agent's files describe; the agent may have other tools. */
  declaredTools?(): readonly DeclaredTool[];
  /** The MCP servers outside of the workspace whose tools the agent calls. */
  remoteServers?(): readonly string[];
  /** Everything that the agent's answers depend on. */
  makeup(): AgentDefinition;
  open(connector: string | undefined): Agent | Promise<Agent>;
};
