import type { AgentOptions, Assertion, AssertionResult, Message } from '../contract/index.ts';
import type { Json, JsonObject } from '../values/index.ts';
import type { AgentContext, AgentResponse } from './agent.ts';
import type { ReportFact } from './agent-fact.ts';

/** The services that a run offers to a script. */
export type ScriptServices = {
  report?: ReportFact | undefined;
  /** The agent or attempt on whose behalf the script runs. */
  caller?: { context: AgentContext; sessionId: string };
  /** Calls an agent of the workspace; its usage is counted with the attempt. */
  askAgent(question: ScriptAgentQuestion): Promise<AgentResponse>;
};

export type ScriptAgentQuestion = {
  agentId: string;
  connector?: string | undefined;
  messages: Message[];
  options: AgentOptions;
};

export type ScriptCall = {
  reference: string;
  baseDir: string;
  agentId: string;
  /** The user's identity, for functions that take it as their first argument. */
  context?: Json;
  arguments: Json[];
  services?: ScriptServices;
};

export type HookCall = ScriptCall & { scope: 'run' | 'case'; phase: 'before' | 'after' };

/** A call of a test function; its checks and output are reported while it runs. */
export type TestCall = {
  /** The path of the module relative to the workspace. */
  module: string;
  functionName: string;
  baseDir: string;
  agentId: string;
  context: Json;
  services?: ScriptServices;
  onAssertion(result: AssertionResult): void;
  onLog(source: string, text: string): void;
  /**
   * Makes a check that the test function cannot make alone: a check that calls a validator agent, or that evaluates a
   * path or a pattern.
   */
  judge(assertion: Assertion, output: Json): Promise<AssertionResult>;
};

/**
 * How a test function ended; its checks have already been reported. `unchecked` means that it made no check, so it
 * could not fail. `doubts` are the reasons why checks that passed may prove nothing.
 */
export type TestEnding =
  | { type: 'returned'; doubts?: string[] }
  | { type: 'unchecked' }
  | { type: 'skipped'; reason: string };

/** A user's function that answers a tool call; it may change the state that it gets. */
export type MockCall = Omit<ScriptCall, 'arguments' | 'context'> & { arguments: JsonObject; state: Json };

/**
 * `refused` means that the function threw an error on purpose. The error becomes the tool's answer, and the function's
 * changes to the state are discarded.
 */
export type MockEnding = { type: 'returned'; result: Json; state: Json } | { type: 'refused'; error: string };

/** Runs the user's TypeScript: hooks, script assertions, tests. Throws with the user's message and source line. */
export interface ScriptHost {
  runHook(call: HookCall, signal: AbortSignal): Promise<Json>;
  runFunction(call: ScriptCall, signal: AbortSignal): Promise<Json>;
  runTest(call: TestCall, signal: AbortSignal): Promise<TestEnding>;
  runMock(call: MockCall, signal: AbortSignal): Promise<MockEnding>;
}

/** Fills in the template of a consistency test. Throws an error with the position in the template. */
export type TemplateRenderer = (template: string, values: JsonObject) => string;
