import type { AttackPlan } from '../../experiments/attack/index.ts';
import type { InjectionTemplate } from '../../injection/index.ts';
import { formatCost, formatCountWithNoun } from '../../values/index.ts';
import { UsageError } from '../usage-error.ts';
import type { AttackFlags } from './attack-flags.ts';

/** The number of attempts above which a person must agree. */
const MAX_ATTEMPTS_WITHOUT_CONSENT = 200;

type AttackPlanToDescribe = {
  plan: AttackPlan;
  templates: readonly InjectionTemplate[];
  leftOut: readonly { caseId: string; reason: string }[];
  runs: number;
  /** The cost of the attempts without a hostile text; undefined if no prices are known. */
  costs: { spent: number | undefined; attempts: number; currency: string | undefined };
};

/**
 * Returns the lines that are printed before the first run. They do not contain the plan, because planning the attacks
 * needs the results of mocks.
 */
export function describeCleanRun(attempts: number): string {
  return `First: ${formatCountWithNoun(attempts, 'attempt')} without attack, to see what the mocks return; the cost is unknown. The plan of the attacks follows before they begin.\n`;
}

/**
 * Formats the plan of an attack as lines: the fields of mock results into which hostile texts are inserted, the cases
 * that are left out, and the number of attempts.
 */
export function describePlan({ plan, templates, leftOut, runs, costs }: AttackPlanToDescribe): string {
  const { variants, all, fields, withoutField, withoutWrite } = plan;
  const lines = [
    ...fields.filter((each) => each.fields.length > 0).map((each) => `  ${each.caseId}: ${each.fields.join(', ')}`),
    ...withoutField.map((caseId) => `  ${caseId}: its mocks returned no free text`),
    ...leftOut.map(({ caseId, reason }) => `  ${caseId} is left out: ${reason}`),
    ...(withoutWrite.length === 0
      ? []
      : [
          `  no tool call that breaks the rules is known for ${withoutWrite.join(', ')}: attacks on these cases only use random words`,
        ]),
  ];
  const attempts = variants.length * runs;
  const sampleNote = variants.length === all ? '' : `, a sample of ${all},`;
  const repeatNote = runs === 1 ? '' : `, ${runs} times each`;
  return [
    `Free texts that the mocks returned:`,
    ...lines,
    `Plan: ${formatCountWithNoun(variants.length, 'attack')}${sampleNote} with ${formatCountWithNoun(templates.length, 'template')}${repeatNote}: ${formatCountWithNoun(attempts, 'attempt')}${describeCosts(costs, attempts)}`,
    '',
  ].join('\n');
}

function describeCosts({ spent, attempts, currency }: AttackPlanToDescribe['costs'], plannedCount: number): string {
  if (spent === undefined || attempts === 0) return '; the cost is unknown, because no model call had a price';
  return `; about ${formatCost((spent / attempts) * plannedCount, currency)}, as much for each as without attack`;
}

/** Throws if a person must agree to the number of attempts. */
export function requireBudgetForAttempts(attempts: number, { yes, budget }: Pick<AttackFlags, 'yes' | 'budget'>): void {
  if (attempts <= MAX_ATTEMPTS_WITHOUT_CONSENT || yes === true || budget !== undefined) return;
  throw new UsageError(`${attempts} attempts are more than ${MAX_ATTEMPTS_WITHOUT_CONSENT}; nothing was attacked`, [
    'Play all of them with --yes, or a sample with --budget 200.',
    'To play fewer: --template <name>, --case <id>.',
  ]);
}
