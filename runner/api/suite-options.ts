import type { LiveContext, PlainAnswer, PlainRequest } from '../run/published/index.ts';

/** An agent as a function of the running program: it gets the conversation and returns the next answer. */
export type AgentFunction = (
  request: PlainRequest,
  context: LiveContext,
) => PlainAnswer | AsyncIterable<string> | Promise<PlainAnswer | AsyncIterable<string>>;

/**
 * An agent that is a value of the running program: a function, or an agent object of the AI SDK, Mastra, LangGraph or
 * the OpenAI Agents SDK.
 */
export type AgentValue =
  | AgentFunction
  | { generate(...input: never[]): unknown }
  | { invoke(...input: never[]): unknown };

/** Options for the workspace, the agent and the output. */
export type AgentOptions = {
  /**
   * The tested agent: its id in the workspace, or a value of this program (a function or an agent object). A value runs
   * in this process and is named after its `id`, its `name`, or the name of the function. Default: found from the
   * input, as `turntree test` does.
   */
  agent?: string | AgentValue;
  /** The address of the tested agent, whose protocol is detected. */
  url?: string;
  /**
   * True if `retries` may call the tools of the agent again. Only for an `agent` that is a function or object. Default:
   * false.
   */
  repeatable?: boolean;
  /** The folder that paths are relative to. Default: the current folder. */
  cwd?: string;
  /** The workspace. Default: found from the input. */
  app?: string;
  /** Files with variables for agents and connectors. If several define a variable, the last one counts. */
  env?: string | string[];
  /** The variables of agents and connectors. Default: `process.env`. */
  variables?: Record<string, string | undefined>;
  /** The model of the tested agent, instead of its own. */
  connector?: string;
  /** The user id that the agent gets. Default: `test-user`. */
  user?: string;
  /** The team id that the agent gets. Default: `test-team`. */
  team?: string;
  /** The locale that the agent gets. Default: `en-us`. */
  locale?: string;
  /** A JSON file with extra context: `authorized`, `metadata`, `locale`, `client`, `chat_id`. */
  ctx?: string;
  /**
   * Receives what the command line would print, without colours and with secrets masked. Default: nothing is printed.
   */
  onOutput?: (text: string) => void;
  /** Stops the run: attempts in flight are aborted, and the rest is skipped. */
  signal?: AbortSignal;
};

/** Options of a run: those of the agent, and the flags of `turntree test` in camel case, with the same defaults. */
export type SuiteOptions = AgentOptions & {
  /** Only cases whose id or name matches this regular expression. */
  run?: string;
  /** Only cases with these ids. */
  case?: string | string[];
  /** Only cases with one of these tags. */
  tag?: string | string[];
  /** Only rows of a table with this `scorer_type`. */
  scorer?: string;
  /** Only cases that did not pass in the last complete run of this agent and connector. */
  lastFailed?: boolean;
  /** One part of the cases: `1/3` is the first of three parts. */
  shard?: string;
  /** Continues an earlier run (its id or `latest`): its complete results are kept, and the rest is run. */
  resume?: string;
  /** Who plays the users of conversations that name no agent: `rules`, a connector, or an agent. */
  simulator?: string;
  /** A function called once before all cases, such as `env_test.BeforeAll`. */
  before?: string;
  /** A function called once after all cases. */
  after?: string;
  /**
   * Attempts per case. `auto` repeats each case until its result is certain; `auto:8` makes at most 8 attempts.
   * Default: 1.
   */
  runs?: number | string;
  /** How often an attempt that failed for reasons outside the agent is repeated. */
  retries?: number;
  /** The time limit of an attempt, such as `30s` or `2m30s`. Default: `2m`. */
  timeout?: string;
  /** Attempts at once. Default: 1. */
  parallel?: number;
  /** Start no new attempts after the first failure. */
  failFast?: boolean;
  /** Record the answers of agents and models, in a cassette next to each suite. */
  record?: boolean;
  /** Answer from the cassettes. `strict`: make no real calls; a missing answer is an error. */
  replay?: boolean | 'strict';
  /** Save the answers as the snapshots that later runs are compared with. */
  updateSnapshots?: boolean;
  /** Run agents even if parts of them are unavailable. */
  allowPartial?: boolean;
  /** Start no new attempts once model calls have cost this much. */
  maxCost?: number;
  /** Pass if the accuracy is at least this value, from 0 to 1. */
  minAccuracy?: number;
  /** Which value must reach `minAccuracy`. Default: `average`. */
  thresholdMode?: 'average' | 'all';
  /** Pass when at least this share of all attempts passed, in percent. */
  minPassRate?: number | string;
  /** Pass when every case passed in at least this share of its attempts, in percent. */
  minCasePassRate?: number | string;
  /** Fail when more than this share of the attempts failed outside the agent, in percent. */
  maxFaulty?: number | string;
  /** Fail if the run is significantly worse than its baseline. */
  failOnRegression?: boolean;
  /** The baseline of the run: a run id, or `pinned`, `passed` or `latest`. */
  baseline?: string;
  /** Fail if a case is flaky: it passed in some attempts and not in others. */
  failOnFlaky?: boolean;
  /** Fail when a case passed with calls that no assertion checked. */
  failOnUnjudged?: boolean;
  /** Fail when a part of a passed case had no effect. */
  failOnIdle?: boolean;
  /** Reports to write: `.html`, `.md`, `.json`, `.jsonl` or `.xml`. Default: none. */
  output?: string | string[];
  /** The columns by which the scores of tables are grouped. */
  groupBy?: string | string[];
  /** The id of an agent that writes the reports. */
  reporter?: string;
  /** The path of the history database. Default: `.runner/history.db` in the workspace. */
  db?: string;
  /** `false` keeps no history of the run. Default: true. */
  history?: boolean;
  /** The id of the run, a UUID. */
  runId?: string;
};
