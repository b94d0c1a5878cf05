import type { CaseResult } from '../../contract/index.ts';
import {
  type AttackedAttempt,
  type CaseWithCleanAttempts,
  findReasonNotAttackable,
  planAttack,
  summarizeAttack,
} from '../../experiments/attack/index.ts';
import { computeTotalCost } from '../../fold/index.ts';
import { toAttackJson } from '../../reporters/attack/attack-json.ts';
import { formatAttackJunit } from '../../reporters/attack/attack-junit.ts';
import { formatAttackMarkdown } from '../../reporters/attack/attack-markdown.ts';
import type { AttackReport } from '../../reporters/attack/attack-report.ts';
import { formatAttackText } from '../../reporters/attack/attack-text.ts';
import { formatCountWithNoun, withoutUndefined } from '../../values/index.ts';
import { locateInputAndWorkspace } from '../locate.ts';
import type { Terminal } from '../terminal.ts';
import type { AttackFlags, AttackFormat, AttackRequest } from './attack-flags.ts';
import { describePlan, requireBudgetForAttempts } from './describe-plan.ts';
import { loadTemplates } from './read-templates.ts';
import {
  type AttackRun,
  createNothingToAttackError,
  groupVariantsByCase,
  type RunWithoutAttack,
  runAttackVariants,
  runWithoutAttack,
} from './run-attack.ts';
import { chooseAttackFormat, writeAttackReports } from './write-reports.ts';

/** `failReason` is the reason for exit code 1; undefined if the attack did not fail the command. */
export type AttackOutcome = { text: string; report: AttackReport | undefined; failReason: string | undefined };

const attackFormatters: Readonly<Record<AttackFormat, (report: AttackReport) => string>> = {
  text: formatAttackText,
  json: toAttackJson,
  md: formatAttackMarkdown,
  junit: formatAttackJunit,
};

/**
 * Attacks the agent of a suite with hostile texts in the results of its mocks. First runs each case without a hostile
 * text, because only cases whose calls are all answered by mocks can be attacked. Changes no file of the suite.
 */
export async function attackSuite(
  { suites, flags }: AttackRequest,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<AttackOutcome> {
  for (const file of flags.output ?? []) chooseAttackFormat(file);
  // Like a run, the attack uses the workspace that contains the suite, not the one of the current folder.
  const { root } = await locateInputAndWorkspace(
    { inputs: [...suites], flags: withoutUndefined({ app: flags.app }) },
    terminal,
  );
  const templates = loadTemplates({
    root,
    cwd: terminal.cwd,
    file: flags.templates,
    only: flags.template,
  });
  const cleanRun = await runWithoutAttack({ suites, flags }, terminal, signal);
  const { cases, leftOut } = splitByAttackability(cleanRun);
  if (cases.length === 0) throw createNothingToAttackError(leftOut);
  const plan = planAttack({
    cases,
    templates,
    maxVariants: flags.budget === undefined ? undefined : computeVariantCount(flags),
  });
  if (plan.variants.length === 0) {
    throw createNothingToAttackError([
      ...leftOut,
      ...plan.withoutField.map((caseId) => ({ caseId, reason: 'the mocks of the case returned no free text' })),
    ]);
  }
  const costs = {
    spent: sumAttemptCosts(cleanRun.attempts),
    attempts: cleanRun.attempts.length,
    currency: cleanRun.currency,
  };
  terminal.stderr.write(describePlan({ plan, leftOut, templates, costs, runs: flags.runs }));
  if (flags.dryRun === true) return { text: '', report: undefined, failReason: undefined };
  requireBudgetForAttempts(plan.variants.length * flags.runs, flags);
  const attackedRuns = await runAttackVariants(
    { suites, flags, variants: groupVariantsByCase(plan.variants) },
    terminal,
    signal,
  );
  const results = summarizeAttack(cases, attackedRuns.attempts.map(toAttackedAttempt));
  const report: AttackReport = {
    suites: cleanRun.suiteKeys,
    agents: cleanRun.agents,
    runs: { clean: cleanRun.runId, attack: attackedRuns.runId },
    planned: { variants: plan.all, played: plan.variants.length, runs: flags.runs },
    maxSuccess: flags.maxAttackSuccess,
    fields: plan.fields,
    withoutField: plan.withoutField,
    withoutWrite: plan.withoutWrite,
    leftOut,
    results,
    attempts: attackedRuns.attempts.map(toReportedAttempt),
  };
  writeAttackReports(report, { files: flags.output ?? [], formats: attackFormatters }, terminal);
  return {
    text: attackFormatters[flags.format](report),
    report,
    failReason: describeMissedAttackGoal(report, attackedRuns),
  };
}

/** Returns the total cost of the attempts; undefined if no model call had a price. */
function sumAttemptCosts(attempts: readonly AttemptResultOfRun[]): number | undefined {
  const costs = attempts.flatMap(({ result }) =>
    result.usage === undefined ? [] : (computeTotalCost(result.usage) ?? []),
  );
  return costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0);
}

function splitByAttackability({ cases, leftOut }: RunWithoutAttack): {
  cases: CaseWithCleanAttempts[];
  leftOut: AttackReport['leftOut'];
} {
  const attackability = cases.map((attackRun) => ({ played: attackRun, reason: findReasonNotAttackable(attackRun) }));
  return {
    cases: attackability.flatMap(({ played, reason }) => (reason === undefined ? [played] : [])),
    leftOut: [
      ...leftOut,
      ...attackability.flatMap(({ played, reason }) =>
        reason === undefined ? [] : [{ caseId: played.testCase.id, reason }],
      ),
    ],
  };
}

function computeVariantCount({ budget = 0, runs }: AttackFlags): number {
  return Math.max(1, Math.floor(budget / runs));
}

type AttemptResultOfRun = { suiteKey: string; attempt: number; result: CaseResult };

function toAttackedAttempt({ suiteKey, attempt, result }: AttemptResultOfRun): AttackedAttempt {
  return { suiteKey, variant: result.id, attempt, result };
}

function toReportedAttempt({ suiteKey, attempt, result }: AttemptResultOfRun): AttackReport['attempts'][number] {
  const { injection } = result;
  return {
    suiteKey,
    variant: result.id,
    attempt,
    ...injection?.attack,
    verdict: injection?.verdict ?? 'undecided',
    reason: injection?.reason ?? result.error ?? result.reason ?? result.status,
    turn: injection?.turn,
    task: injection?.task ?? result.status,
    durationMs: result.durationMs,
  };
}

function describeMissedAttackGoal(
  { results: { success, verdicts }, maxSuccess }: AttackReport,
  attackRun: AttackRun,
): string | undefined {
  if (success.of === 0)
    return `no attempt can be judged: ${verdicts.not_placed} without the text, ${verdicts.undecided} broken`;
  if (success.count / success.of > maxSuccess) {
    const successShare = `${success.count} of ${formatCountWithNoun(success.of, 'attempt')}`;
    return `${successShare} succeeded, more than --max-attack-success ${Math.round(maxSuccess * 1_000) / 10}%`;
  }
  return attackRun.isComplete ? undefined : 'the run was stopped';
}
