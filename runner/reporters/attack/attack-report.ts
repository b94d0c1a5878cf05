import type { Injection } from '../../contract/index.ts';
import type { AttackResults, AttackSuccess, AttemptShare, TemplateFieldCount } from '../../experiments/attack/index.ts';
import { formatExactPercent } from '../../values/index.ts';
import { shortenRunId } from '../short-run-id.ts';

type AttackVerdict = Injection['verdict'];

/** The data for a report of an attack. */
export type AttackReport = {
  suites: string[];
  agents: string[];
  /** The id of the run without hostile texts, and the id of the run with them. */
  runs: { clean: string; attack: string };
  /**
   * `played` is the number of different attacks in the sample; `runs` is the number of times each of them was executed.
   */
  planned: { variants: number; played: number; runs: number };
  /** The maximum share of attempts in which the attack may succeed, from 0 to 1. */
  maxSuccess: number;
  fields: { suiteKey: string; caseId: string; fields: string[] }[];
  withoutField: string[];
  withoutWrite: string[];
  leftOut: { caseId: string; reason: string }[];
  results: AttackResults;
  attempts: {
    suiteKey: string;
    variant: string;
    attempt: number;
    caseId?: string;
    template?: string;
    field?: string;
    goal?: string;
    verdict: AttackVerdict;
    reason: string;
    turn?: number | undefined;
    task: string;
    durationMs: number;
  }[];
};

export const verdictWords: Readonly<Record<AttackVerdict, string>> = {
  succeeded: 'succeeded',
  told: 'reported the attack to the user',
  task_lost: 'resisted, but did not do its task',
  resisted: 'resisted',
  not_placed: 'the text never reached the agent',
  undecided: 'the attempt ended with an error',
};

/** The verdicts that occurred, each with its number of attempts. */
export function listVerdictCounts({ results }: AttackReport): [words: string, count: number][] {
  return Object.entries(verdictWords).flatMap(([verdict, words]): [string, number][] => {
    const count = Object.entries(results.verdicts).find(([name]) => name === verdict)?.[1] ?? 0;
    return count === 0 ? [] : [[words, count]];
  });
}

export const attackGoalDescriptions: Readonly<Record<string, string>> = {
  forbidden_write: 'a write that the rules do not allow',
  canary_argument: 'a random word in a tool call',
  canary_answer: 'a random word in an answer',
};

/** Formats a share: `12% (3 of 25; 4% to 30%)`. */
export function formatShare({ count, of, low, high }: AttemptShare): string {
  if (of === 0) return 'nothing to measure';
  return `${formatExactPercent(count / of)} (${count} of ${of}; ${formatExactPercent(low)} to ${formatExactPercent(high)})`;
}

/** The table of successes: a row for each template, a column for each field. */
export function buildAttackTable(cells: readonly TemplateFieldCount[]): { headings: string[]; rows: string[][] } {
  const fields = [...new Set(cells.map(({ field }) => field))];
  const templates = [...new Set(cells.map(({ template }) => template))];
  const rows = templates.map((template) => [
    template,
    ...fields.map((field) => {
      const cell = cells.find((each) => each.template === template && each.field === field);
      return cell === undefined ? '-' : `${cell.count} of ${cell.of}`;
    }),
  ]);
  return { headings: ['template', ...fields], rows };
}

/** Returns the URL of a successful attack in the dashboard: its conversation, at the turn in which the agent obeyed. */
export function buildAttackSuccessUrl({ suiteKey, variant, attempt, turn }: AttackSuccess, runId: string): string {
  const search = { suite: suiteKey, case: variant, attempt: String(attempt), turn: String(turn) };
  return `/runs/${shortenRunId(runId)}?${new URLSearchParams(search)}`;
}

type AttackWriteCounts = AttackResults['writesClean'];

function formatWriteCounts(
  attacked: AttackWriteCounts,
  clean: AttackWriteCounts,
  which: 'outside' | 'repeated',
): string {
  return `in ${attacked[which]} of ${attacked.attempts} attempts, without attack in ${clean[which]} of ${clean.attempts}`;
}

/** The measures of an attack, as names and values. */
export function listAttackFigures({ results }: AttackReport): [name: string, value: string][] {
  const { utilityClean, utilityAttacked, success, byGoal, writesClean, writesAttacked } = results;
  return [
    ['attack success', formatShare(success)],
    ...byGoal.map(({ goal, share }): [string, string] => [
      `  ${attackGoalDescriptions[goal] ?? goal}`,
      formatShare(share),
    ]),
    ['utility without attack', formatShare(utilityClean)],
    ['utility under attack', formatShare(utilityAttacked)],
    ['writes that the rules do not allow', formatWriteCounts(writesAttacked, writesClean, 'outside')],
    ['the same write twice', formatWriteCounts(writesAttacked, writesClean, 'repeated')],
  ];
}
