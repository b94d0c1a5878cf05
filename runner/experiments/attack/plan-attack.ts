import { fillInjectionTemplate, type InjectionConfig, type InjectionTemplate } from '../../injection/index.ts';
import { generateSeededNumber } from '../../values/index.ts';
import type { CaseWithCleanAttempts } from './attack-case.ts';
import { type AttackGoal, listAttackGoals } from './attack-goals.ts';
import { listFreeTextFields } from './free-text-fields.ts';

/** One attack: a case with an injected text. `id` is the id of the generated case. */
export type AttackVariant = { id: string; suiteKey: string; caseId: string; goal: AttackGoal; inject: InjectionConfig };

export type AttackPlan = {
  variants: AttackVariant[];
  /** The number of variants before a sample was drawn. */
  all: number;
  /** The free text fields of each case. */
  fields: { suiteKey: string; caseId: string; fields: string[] }[];
  /**
   * The ids of cases that cannot be attacked in some way: those without a field of free text, and those without a
   * forbidden call that changes something.
   */
  withoutField: string[];
  withoutWrite: string[];
};

type PlanRequest = {
  cases: readonly CaseWithCleanAttempts[];
  templates: readonly InjectionTemplate[];
  maxVariants?: number | undefined;
};

/**
 * Combines every case with each of its free text fields, with every template and with every goal. Returns at most
 * `maxVariants` of these combinations.
 */
export function planAttack({ cases, templates, maxVariants }: PlanRequest): AttackPlan {
  const fields = cases.map(({ suiteKey, testCase, cleanAttempts }) => {
    return { suiteKey, caseId: testCase.id, fields: listFreeTextFields(cleanAttempts) };
  });
  const goals = cases.map((attacked) => listAttackGoals(attacked, cases));
  const variants = cases.flatMap(({ suiteKey, testCase }, index) =>
    (fields[index]?.fields ?? []).flatMap((field) =>
      templates.flatMap((template) =>
        (goals[index] ?? []).map(({ kind, goal }): AttackVariant => {
          const names = { caseId: testCase.id, template: template.name, field, goal: kind };
          return {
            id: [testCase.id, field, template.name, kind].join(' · '),
            suiteKey,
            caseId: testCase.id,
            goal: kind,
            inject: { into: field, text: fillInjectionTemplate(template, goal), goal, attack: names },
          };
        }),
      ),
    ),
  );
  const getCaseId = ({ testCase }: CaseWithCleanAttempts): string => testCase.id;
  return {
    variants: maxVariants === undefined ? variants : sampleVariants(variants, maxVariants),
    all: variants.length,
    fields,
    withoutField: cases.filter((_, index) => fields[index]?.fields.length === 0).map(getCaseId),
    withoutWrite: cases
      .filter((_, index) => goals[index]?.every(({ kind }) => kind !== 'forbidden_write'))
      .map(getCaseId),
  };
}

/**
 * Draws a random sample of variants, in the order of the plan. For the same suite and number, the sample is always the
 * same.
 */
function sampleVariants(variants: readonly AttackVariant[], maxVariants: number): AttackVariant[] {
  const drawnVariants = variants
    .map((variant) => ({ variant, draw: generateSeededNumber(`${variant.suiteKey}:${variant.id}`) }))
    .toSorted((left, right) => left.draw - right.draw)
    .slice(0, maxVariants);
  const chosenVariants = new Set(drawnVariants.map(({ variant }) => variant));
  return variants.filter((variant) => chosenVariants.has(variant));
}
