// No schemas here: pages need these lists, and must not load a schema library for them.
/** The roles that spend tokens. */
export const usageRoles = ['agent', 'simulator', 'judge'] as const;

export const agentPartNames = ['prompts', 'scripts', 'settings', 'model'] as const;
/** A part of an agent, as far as it can be read when a run starts. */
export type AgentPart = (typeof agentPartNames)[number];

export const caseKinds = ['standard', 'dynamic', 'script', 'consistency', 'experiment'] as const;
export type CaseKind = (typeof caseKinds)[number];

export const caseStatuses = ['passed', 'failed', 'error', 'timeout', 'skipped'] as const;
export type CaseStatus = (typeof caseStatuses)[number];

/** What an agent may report about an answer besides its text. */
export const reportedParts = ['tools', 'usage'] as const;

export const runOutcomes = ['passed', 'failed', 'cancelled', 'interrupted'] as const;
export type RunOutcome = (typeof runOutcomes)[number];

/** Runs that ask something else than whether the cases pass. They count in no rate, trend or baseline. */
export const runPurposes = ['attack', 'bisect'] as const;

/** The types of what a hostile text in a tool's answer may try to reach. */
export const goalTypes = ['tool_called', 'contains', 'canary'] as const;

/**
 * `task_lost`: resisted, but the case's own rules failed. `not_placed`: no answer had room for the text.
 * `undecided`: the attempt broke before anything could be seen.
 */
export const injectionVerdicts = ['succeeded', 'told', 'task_lost', 'resisted', 'not_placed', 'undecided'] as const;

/**
 * Why an attempt counts in no rate, gate or comparison: its case is quarantined or expected to fail, or it is a later
 * attempt of a case that is repeated until it is decided.
 */
export const exclusionReasons = ['quarantine', 'expect_fail', 'repeat'] as const;

/** The results of cases that are repeated until they are decided. */
export const caseDecisions = ['good', 'bad', 'inconclusive'] as const;

export const reviewVerdicts = ['good', 'bad', 'not_agent'] as const;
/** A person's verdict on an attempt. `not_agent`: the attempt failed, but the agent is not to blame. */
export type ReviewVerdict = (typeof reviewVerdicts)[number];

/**
 * What can be left out of a conversation before it is sent: the messages of the user, the results of tools, the files
 * of messages, and what reviewers said.
 */
export const shareableParts = ['users', 'tools', 'attachments', 'notes'] as const;
export type ShareablePart = (typeof shareableParts)[number];

/** What people say of one turn: a verdict, or only a note. */
export const turnReviewVerdicts = [...reviewVerdicts, 'comment'] as const;

export const thresholdModes = ['average', 'all'] as const;

/** Who is to blame for a failed attempt. `user_code`: hooks and scripts; `case`: keys, files, the case. */
export const faultParties = ['agent', 'simulator', 'judge', 'infra', 'case', 'user_code'] as const;

export const faultKinds = [
  'wrong_answer',
  'agent_error',
  'simulator_broken',
  'stop_token',
  'repeat',
  'leak',
  'invented',
  'early_end',
  'role_swap',
  'obeys',
  'language',
  'never_ends',
  'withheld',
  'undecided',
  'two_verdicts',
  'score_conflict',
  'rate_limit',
  'server',
  'network',
  'timeout',
  'auth',
  'configuration',
  'input_error',
  'unmocked_call',
  'hook_error',
  'script_error',
  'scorer_error',
] as const;

export const assertionTypes = [
  'equals',
  'contains',
  'not_contains',
  'regex',
  'json_path',
  'type',
  'tool_called',
  'tool_result',
  'tools',
  'limits',
  'state',
  'elicited',
  'snapshot',
  'script',
  'agent',
] as const;
export type AssertionType = (typeof assertionTypes)[number];

/** How a simulated user behaves besides its contract; each is a program with a seed. */
export const simulatorTraits = ['terse', 'typos', 'lowercase', 'split_messages', 'push_back', 'volunteers'] as const;

/** Who plays the built-in user. */
export const simulatorPlayers = ['rules', 'model'] as const;

/** How a fact of the user came up: the goal or input says it, the agent asked first, the user told it first, or neither. */
export const factStates = ['opening', 'elicited', 'asked', 'volunteered', 'never_asked'] as const;

/** What became of a goal of the user. */
export const goalStates = ['open', 'done', 'refused'] as const;

export const valueTypes = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const;

/** The fields of `limits`, with what they mean. */
export const limitMaxima = {
  turns: 'Maximum',
  tool_calls: 'Maximum',
  tokens: 'Maximum, in and out',
  cost: 'Maximum cost, in the currency of its connectors',
  duration: 'Maximum duration: 30s, 2m30s, 1.5h, 300ms',
  turn_duration: 'Maximum duration of the longest turn: 30s, 2m30s, 1.5h, 300ms',
} as const;

/** What chooses the columns of a matrix: the newest run on each connector, or of each version of the agent. */
export const matrixColumnRules = ['models', 'versions'] as const;
export type MatrixColumnRule = (typeof matrixColumnRules)[number];

/**
 * The cases that a matrix shows. `worse`: with a lower pass rate than in the first column. `flaky`: passed in some
 * attempts of a run only.
 */
export const matrixModes = ['all', 'differ', 'worse', 'flaky'] as const;
export type MatrixMode = (typeof matrixModes)[number];

/** `regression`: the largest loss first. `cost`: the most expensive first. */
export const matrixSorts = ['suite', 'regression', 'cost'] as const;
export type MatrixSort = (typeof matrixSorts)[number];

/** A matrix with more columns would not be readable. */
export const MOST_MATRIX_COLUMNS = 6;
