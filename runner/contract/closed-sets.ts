// Contains no schemas, because pages of the dashboard need these lists and must not load a schema library.
/** The roles that spend tokens. */
export const usageRoles = ['agent', 'simulator', 'judge'] as const;

export const agentPartNames = ['prompts', 'scripts', 'settings', 'model'] as const;
/** A part of an agent, as far as it can be read when a run starts. */
export type AgentPartName = (typeof agentPartNames)[number];

export const caseKinds = ['standard', 'dynamic', 'script', 'consistency', 'experiment'] as const;
export type CaseKind = (typeof caseKinds)[number];

export const caseStatuses = ['passed', 'failed', 'error', 'timeout', 'skipped'] as const;
export type CaseStatus = (typeof caseStatuses)[number];

/** The parts of an answer that an agent may report in addition to its text. */
export const reportedAnswerParts = ['tools', 'usage'] as const;

export const runOutcomes = ['passed', 'failed', 'cancelled', 'interrupted'] as const;
export type RunOutcome = (typeof runOutcomes)[number];

/**
 * The purposes of runs that do not test whether cases pass. These runs are left out of all rates, trends and baselines.
 */
export const runPurposes = ['attack', 'bisect'] as const;

/** The types of actions that a hostile text in a tool's result may demand from the agent. */
export const injectionGoalTypes = ['tool_called', 'contains', 'canary'] as const;

/**
 * The possible outcomes of a hostile text. `task_lost`: the agent resisted, but did not satisfy the case's own rules.
 * `not_placed`: no tool result had a field for the text. `undecided`: the attempt ended with an error before the agent
 * reacted.
 */
export const injectionVerdicts = ['succeeded', 'told', 'task_lost', 'resisted', 'not_placed', 'undecided'] as const;

/**
 * Why an attempt is left out of every rate, gate and comparison: its case is quarantined or expected to fail, or it is
 * not the first attempt of a case that is repeated until its result is certain.
 */
export const exclusionReasons = ['quarantine', 'expect_fail', 'repeat'] as const;

/** The possible results for a case that is repeated until its result is certain. */
export const caseDecisions = ['good', 'bad', 'inconclusive'] as const;

export const reviewVerdicts = ['good', 'bad', 'not_agent'] as const;
/** A person's verdict on an attempt. `not_agent`: the attempt failed, but the agent is not to blame. */
export type ReviewVerdict = (typeof reviewVerdicts)[number];

/**
 * The parts of a conversation that can be removed before it is shared: the user's messages, tool results, attached
 * files, and the texts of reviewers.
 */
export const omittableReportParts = ['users', 'tools', 'attachments', 'notes'] as const;
export type OmittableReportPart = (typeof omittableReportParts)[number];

/** A person's statement about one turn: a verdict with or without a note, or only a note. */
export const turnReviewVerdicts = [...reviewVerdicts, 'comment'] as const;

export const accuracyThresholdModes = ['average', 'all'] as const;

/**
 * Who is to blame for a failed attempt. `user_code`: the user's hooks and scripts. `case`: the case itself, or the keys
 * and files that it needs.
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

/** Additional behaviours of a simulated user. A program with a random seed adds them to the conversation. */
export const simulatorTraits = ['terse', 'typos', 'lowercase', 'split_messages', 'push_back', 'volunteers'] as const;

/** How the built-in user is played: by rules or by a model. */
export const simulatorModes = ['rules', 'model'] as const;

/**
 * How a fact of the user came up: it was in the goal or the first message, the agent asked for it, the user told it
 * without a question, or it never came up.
 */
export const factStates = ['opening', 'elicited', 'asked', 'volunteered', 'never_asked'] as const;

/** The possible outcomes of a goal of the user. */
export const userGoalStates = ['open', 'done', 'refused'] as const;

export const valueTypes = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const;

/** The fields of `limits`, with their meanings. */
export const limitMaxima = {
  turns: 'Maximum',
  tool_calls: 'Maximum',
  tokens: 'Maximum, input and output together',
  cost: 'Maximum cost, in the currency of its connectors',
  duration: 'Maximum duration: 30s, 2m30s, 1.5h, 300ms',
  turn_duration: 'Maximum duration of the longest turn: 30s, 2m30s, 1.5h, 300ms',
} as const;

/** How the columns of a matrix are chosen: the newest run on each connector, or of each version of the agent. */
export const matrixColumnSelections = ['models', 'versions'] as const;
export type MatrixColumnSelection = (typeof matrixColumnSelections)[number];

/**
 * The cases that a matrix shows. `worse`: cases with a lower pass rate than in the first column. `flaky`: cases that
 * passed in only some attempts of a run.
 */
export const matrixCaseFilters = ['all', 'differ', 'worse', 'flaky'] as const;
export type MatrixCaseFilter = (typeof matrixCaseFilters)[number];

/** Sort orders of a matrix. `regression` puts the case with the largest loss first, `cost` the most expensive case. */
export const matrixSorts = ['suite', 'regression', 'cost'] as const;
export type MatrixSort = (typeof matrixSorts)[number];

/** The maximum number of columns, because a matrix with more would not be readable. */
export const MAX_MATRIX_COLUMNS = 6;
