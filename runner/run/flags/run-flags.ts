import { defineFlag } from './define-flag.ts';
import {
  accuracyKind,
  amountKind,
  attemptsKind,
  countKind,
  createChoiceKind,
  durationKind,
  optionalTextsKind,
  percentKind,
  replayModeKind,
  runIdKind,
  switchOffKind,
  switchOnKind,
  textKind,
  textsKind,
  toggleKind,
} from './flag-kinds.ts';

export const DEFAULT_TIMEOUT_MS = 120_000;

// The flags about how cases run, what counts as passed, and what is written. `gatesSchema` stores the flags that decide
// the verdict under the same names.

export const executionFlags = {
  runs: defineFlag(attemptsKind, {
    usage: '--runs <n>',
    isCommon: true,
    help: 'attempts per case; auto: repeat until each case is decided, auto:n: at most n times (default: 1)',
    default: 1,
    config: true,
    restored: (options) => (options.autoRuns === undefined ? options.attempts : { auto: options.attempts }),
  }),
  retries: defineFlag(countKind, {
    usage: '--retries <n>',
    help: 'retries for an attempt that failed outside the agent (default: 0)',
    config: true,
    stored: 'retries',
    dashboard: true,
  }),
  timeout: defineFlag(durationKind, {
    usage: '--timeout <duration>',
    isCommon: true,
    help: 'time limit for one attempt, such as 30s or 2m30s (default: 2m)',
    default: DEFAULT_TIMEOUT_MS,
    config: true,
    stored: 'timeoutMs',
    rerun: true,
  }),
  parallel: defineFlag(countKind, {
    usage: '--parallel <n>',
    isCommon: true,
    help: 'attempts at once (default: 1)',
    config: true,
    stored: 'parallel',
  }),
  concurrency: defineFlag(countKind, {
    usage: '--concurrency <n>',
    help: 'the same as --parallel',
    sameAs: 'parallel',
  }),
  queue: defineFlag(textKind, {
    usage: '--queue <url>',
    help: 'have workers execute the attempts: redis://…, rediss://… or postgres://…; see turntree work',
  }),
  failFast: defineFlag(switchOnKind, {
    usage: '--fail-fast',
    help: 'start no new attempts after the first failure',
    default: false,
    config: true,
    stored: 'failFast',
  }),
  maxCost: defineFlag(amountKind, {
    usage: '--max-cost <amount>',
    help: 'start no new attempts once model calls have cost this much, in the currency of their prices',
    config: true,
    stored: 'maxCost',
    rerun: true,
  }),
  watch: defineFlag(switchOnKind, {
    usage: '--watch',
    isCommon: true,
    help: 'run again when a file changes, until you stop it: the changed case file, or all of them',
  }),
  record: defineFlag(switchOnKind, {
    usage: '--record',
    help: 'record the answers of agents and models, in a cassette next to each suite',
    restored: ({ cassette }) => cassette === 'record' || undefined,
  }),
  replay: defineFlag(replayModeKind, {
    usage: '--replay [strict]',
    help: 'answer from the cassettes; strict: make no real calls, a missing answer is an error',
    config: true,
    restored({ cassette }) {
      if (cassette === 'strict') return cassette;
      return cassette === 'replay' || undefined;
    },
    rerun: true,
  }),
  updateSnapshots: defineFlag(switchOnKind, {
    usage: '--update-snapshots',
    help: 'save the answers of this run as the snapshots that later runs are compared with',
  }),
  allowPartial: defineFlag(switchOnKind, {
    usage: '--allow-partial',
    help: 'run agents even if parts of them (such as search) are unavailable; results say so',
    config: true,
    stored: 'allowPartial',
    rerun: true,
    dashboard: true,
  }),
  before: defineFlag(textKind, {
    usage: '--before <ref>',
    help: 'a function called once before all cases, such as env_test.BeforeAll',
    config: true,
    stored: 'before',
    rerun: true,
    dashboard: true,
  }),
  after: defineFlag(textKind, {
    usage: '--after <ref>',
    help: 'a function called once after all cases, such as env_test.AfterAll',
    config: true,
    stored: 'after',
    rerun: true,
    dashboard: true,
  }),
};

export const verdictFlags = {
  minAccuracy: defineFlag(accuracyKind, {
    usage: '--min-accuracy <rate>',
    help: 'pass when the accuracy is at least this, 0 to 1: the share of attempts that passed, or what consistency tests measure',
    config: true,
  }),
  thresholdMode: defineFlag(createChoiceKind(['average', 'all']), {
    usage: '--threshold-mode <mode>',
    help: 'what must reach --min-accuracy: the average, or all cases and tests (default: average)',
    config: true,
  }),
  minPassRate: defineFlag(percentKind, {
    usage: '--min-pass-rate <percent>',
    isCommon: true,
    help: 'pass when at least this share of all attempts passed, such as 80',
    config: true,
  }),
  minCasePassRate: defineFlag(percentKind, {
    usage: '--min-case-pass-rate <percent>',
    help: 'pass when every case passed in at least this share of its attempts',
    config: true,
  }),
  maxFaulty: defineFlag(percentKind, {
    usage: '--max-faulty <percent>',
    help: 'fail when more than this share of the attempts failed outside the agent, such as 10%',
    config: true,
  }),
  failOnRegression: defineFlag(switchOnKind, {
    usage: '--fail-on-regression',
    isCommon: true,
    help: 'fail when the run is worse than its baseline by more than chance',
    config: true,
  }),
  baseline: defineFlag(textKind, {
    usage: '--baseline <run>',
    help: 'what the run is compared with: a run, or the pinned, passed or latest one of its suite, agent and connector',
    stored: 'baseline',
  }),
  failOnFlaky: defineFlag(switchOnKind, {
    usage: '--fail-on-flaky',
    help: 'fail when a case passed in some attempts and not in others',
    config: true,
  }),
  failOnUnjudged: defineFlag(switchOnKind, {
    usage: '--fail-on-unjudged',
    help: 'fail when a case passed with calls that no assertion checked, or without any assertion',
    config: true,
  }),
  failOnIdle: defineFlag(switchOnKind, {
    usage: '--fail-on-idle',
    help: 'fail when a part of a passed case had no effect, such as a mock that was never called',
    config: true,
  }),
  exitCodes: defineFlag(createChoiceKind(['simple', 'detailed']), {
    usage: '--exit-codes <kind>',
    help: 'detailed: 2 configuration, 3 infrastructure failures only, 5 nothing to run',
    stored: 'exitCodes',
  }),
};

export const outputFlags = {
  output: defineFlag(optionalTextsKind, {
    usage: '-o, --output <file>',
    isCommon: true,
    help: 'a report: .html, .md, .json, .jsonl or .xml, or a folder for results of tables; may be repeated',
    config: true,
  }),
  outputJson: defineFlag(switchOnKind, {
    usage: '--output-json',
    help: 'write a .results.json next to the case file, as oxy does',
  }),
  groupBy: defineFlag(textsKind, {
    usage: '--group-by <column>',
    help: 'count the scores of tables by this column; may be repeated (default: all)',
    config: true,
    stored: 'groupBy',
  }),
  reporter: defineFlag(textKind, {
    usage: '-r, --reporter <agent>',
    help: 'an agent that writes the reports (not .jsonl) instead of Turntree',
    config: true,
  }),
  noOutput: defineFlag(switchOffKind, {
    usage: '--no-output',
    help: 'write no report besides those of -o; the results are in the history',
    sameAs: 'output',
  }),
  format: defineFlag(createChoiceKind(['pretty', 'json']), {
    usage: '--format <format>',
    help: 'standard output: pretty, or the accuracy as JSON',
    default: 'pretty',
  }),
  json: defineFlag(switchOnKind, {
    usage: '--json',
    help: 'stream run events as JSON Lines to stdout, and nothing else',
  }),
  verbose: defineFlag(switchOnKind, {
    usage: '-v, --verbose',
    isCommon: true,
    help: 'print turns, tool calls and logs',
    config: true,
  }),
  quiet: defineFlag(switchOnKind, { usage: '-q, --quiet', help: 'print the verdict and failures only', config: true }),
  db: defineFlag(textKind, {
    usage: '--db <file>',
    help: 'the history file (default: .runner/history.db in the workspace)',
    config: true,
    rerun: true,
  }),
  history: defineFlag(switchOffKind, {
    usage: '--no-history',
    help: 'keep no history of this run',
    default: true,
    config: true,
  }),
  runId: defineFlag(runIdKind, { usage: '--run-id <uuid>', help: 'the id of the run' }),
  color: defineFlag(toggleKind, { usage: '--color', help: 'use colours even if the output is not a terminal' }),
  noColor: defineFlag(switchOffKind, { usage: '--no-color', help: 'no colours', sameAs: 'color' }),
};
