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

/** The support for other agent systems that a workspace can use. */
export type AgentIntegrations = WorkerIntegrations & {
  agents: readonly AgentFormat[];
  connectors: readonly ConnectorSource[];
};

/**
 * Creates a discovery, which finds agents in files of the workspace, so that they need not be in the config. No agent
 * is started before it is called.
 */
export type AgentFormat = (workspace: FormatWorkspace) => AgentDiscovery;

export type FormatWorkspace = {
  root: string;
  variables: Variables;
  connectors: Connectors;
  /** All agents of the workspace, because an agent may call others. */
  agents: AgentProvider;
  /** The handlers that the workspace config registers. */
  handlers: ProcessHandlers;
  /** Returns the date and time that prompts of an agent show as the current time. */
  now(context: AgentContext): Date;
  /**
   * The id of an agent in the workspace config that answers in place of the sandboxes that discovered agents would use.
   */
  sandbox: string | undefined;
  /** True if agents may run although parts that they declare are missing. */
  partial: boolean;
  /** The maximum size of an answer, in bytes. */
  maxAnswer: number;
  connectorOf(agentId: string): string;
};

export type AgentDiscovery = {
  find(id: string): DiscoveredAgent | undefined;
  list(): DiscoveredAgent[];
  /** Returns the agent to which a file of the workspace belongs. */
  around?(file: string): DiscoveredAgent | undefined;
  /**
   * The places where this format looks for agents, for error messages. `with agents`: the place is named only if it
   * contains agents.
   */
  searchedPlaces: { place: string; named: 'always' | 'with agents' };
  /** Runs scripts that are written for the agent system of this format. */
  scripts?: ScriptEngine;
  close?(): Promise<void>;
};

/** The name of a tool in tool calls, and of the server that provides the tool, if there is one. */
export type ToolName = { server?: string; tool: string };

/** A tool as it is described to the model. */
export type DeclaredTool = { name: string; description?: string | undefined; parameters?: JsonObject | undefined };

/**
 * An agent that was found in files of the workspace. The files are read when they are needed; methods throw if a file
 * is broken.
 */
export type DiscoveredAgent = {
  id: string;
  /** A shorter id. The agent can be selected by it or by its last path segments. */
  shortId?: string;
  summary(): AgentSummary;
  /**
   * Returns the summary for lists of agents. Unlike `summary`, never throws, so that one broken agent does not hide the
   * others.
   */
  listed(): AgentSummary;
  /** Throws an error with the reason if the agent cannot be called on its own connector. */
  check(connectors: Connectors): void;
  /**
   * Returns the problems in the agent's files if it ran on `connector`; undefined means the agent's own connector. Runs
   * no code of the agent.
   */
  inspect?(connector: string | undefined): Promise<AgentFinding[]>;
  /** Returns the tools that the agent can call; undefined if its files do not list them. */
  tools?(): readonly ToolName[] | undefined;
  /** Returns the tools that the agent's files describe. The agent may have others. */
  declaredTools?(): readonly DeclaredTool[];
  /** Returns the MCP servers outside of the workspace whose tools the agent uses. */
  remoteServers?(): readonly string[];
  /** Returns everything that the agent's answers depend on. */
  makeup(): AgentDefinition;
  open(connector: string | undefined): Agent | Promise<Agent>;
};
