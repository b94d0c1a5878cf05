// This file must not import schemas, because pages of the dashboard use these lists and must not load a schema library.
/** The roles that call models and spend tokens. */
export const usageRoles = ['agent', 'simulator', 'judge'] as const;

export const agentPartNames = ['prompts', 'scripts', 'settings', 'model'] as const;
/** The parts of an agent that can be read when a run starts. */
export type AgentPartName = (typeof agentPartNames)[number];

export const caseKinds = ['standard', 'dynamic', 'script', 'consistency', 'experiment'] as const;
export type CaseKind = (typeof caseKinds)[number];

export const caseStatuses = ['passed', 'failed', 'error', 'timeout', 'skipped'] as const;
export type CaseStatus = (typeof caseStatuses)[number];

/** The parts of an answer, besides its text, that an agent may report. */
export const reportedAnswerParts = ['tools', 'usage'] as const;

export const runOutcomes = ['passed', 'failed', 'cancelled', 'interrupted'] as const;
export type RunOutcome = (typeof runOutcomes)[number];

/**
 * Why a run was made, if not to test whether cases pass. Such runs are excluded from all rates, trends and baselines.
 */
export const runPurposes = ['attack', 'bisect'] as const;

/** What an injected text in a tool's result can demand from the agent. */
export const injectionGoalTypes = ['tool_called', 'contains', 'canary'] as const;

/**
 * The outcomes of a prompt injection. `task_lost`: the agent resisted, but did not satisfy the case's own rules.
 * `not_placed`: no tool result had a field for the text. `undecided`: the attempt ended with an error before the agent
 * reacted.
 */
export const injectionVerdicts = ['succeeded', 'told', 'task_lost', 'resisted', 'not_placed', 'undecided'] as const;

/**
 * Why an attempt is excluded from rates, gates and comparisons: its case is quarantined or expected to fail, or it is a
 * repetition of a case that is repeated until its result is clear.
 */
export const exclusionReasons = ['quarantine', 'expect_fail', 'repeat'] as const;

/** The result of a case that is repeated until its result is clear. */
export const caseDecisions = ['good', 'bad', 'inconclusive'] as const;

export const reviewVerdicts = ['good', 'bad', 'not_agent'] as const;
/** A reviewer's verdict on an attempt. `not_agent`: the attempt failed, but the agent is not at fault. */
export type ReviewVerdict = (typeof reviewVerdicts)[number];

/**
 * What can be left out of a conversation before it is shared: the user's messages, tool results, attachments, and
 * reviewers' notes.
 */
export const omittableReportParts = ['users', 'tools', 'attachments', 'notes'] as const;
export type OmittableReportPart = (typeof omittableReportParts)[number];

/** A reviewer's statement on one turn: a verdict, or only a comment. */
export const turnReviewVerdicts = [...reviewVerdicts, 'comment'] as const;

export const accuracyThresholdModes = ['average', 'all'] as const;

/**
 * Who is at fault for a failed attempt. `user_code` means hooks and scripts of the user; `case` means the case itself,
 * or the keys and files that it needs.
 */
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

/** Behaviours of a simulated user, which a program adds to the conversation with a random seed. */
export const simulatorTraits = ['terse', 'typos', 'lowercase', 'split_messages', 'push_back', 'volunteers'] as const;

/** How the built-in simulator works: by rules, or with a model. */
export const simulatorModes = ['rules', 'model'] as const;

/**
 * How a fact came up in a conversation: it was in the goal or the first message, the agent asked for it, the user
 * mentioned it without a question, or it did not come up.
 */
export const factStates = ['opening', 'elicited', 'asked', 'volunteered', 'never_asked'] as const;

/** The possible outcomes for a goal of the simulated user. */
export const userGoalStates = ['open', 'done', 'refused'] as const;

export const valueTypes = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const;

/** The fields of the assertion `limits`, with their meanings. */
export const limitMaxima = {
  turns: 'Maximum',
  tool_calls: 'Maximum',
  tokens: 'Maximum number of tokens, input and output together',
  cost: 'Maximum cost, in the currency of its connectors',
  duration: 'Maximum duration: 30s, 2m30s, 1.5h, 300ms',
  turn_duration: 'Maximum duration of the longest turn: 30s, 2m30s, 1.5h, 300ms',
} as const;

/**
 * How the columns of a matrix are selected: the newest run on each connector, or the newest run of each version of the
 * agent.
 */
export const matrixColumnSelections = ['models', 'versions'] as const;
export type MatrixColumnSelection = (typeof matrixColumnSelections)[number];

/**
 * Which cases a matrix shows. `worse`: those with a lower pass rate than in the first column. `flaky`: those that
 * passed in only some attempts of a run.
 */
export const matrixCaseFilters = ['all', 'differ', 'worse', 'flaky'] as const;
export type MatrixCaseFilter = (typeof matrixCaseFilters)[number];

/**
 * How a matrix is sorted. `regression`: the largest decrease of the pass rate first; `cost`: the most expensive case
 * first.
 */
export const matrixSorts = ['suite', 'regression', 'cost'] as const;
export type MatrixSort = (typeof matrixSorts)[number];

/** The maximum number of columns in a matrix. More would be unreadable. */
export const MAX_MATRIX_COLUMNS = 6;
