import type { AttemptShare } from '../../experiments/attack/index.ts';
import { type AttackReport, buildAttackSuccessUrl } from './attack-report.ts';

/** The results of an attack as JSON, with the keys of reports. */
export function toAttackJson(report: AttackReport): string {
  const { results, runs, planned } = report;
  const document = {
    suites: report.suites,
    agents: report.agents,
    runs,
    planned,
    max_attack_success: report.maxSuccess,
    attack_success: toShareJson(results.success),
    by_goal: results.byGoal.map(({ goal, share }) => ({ goal, ...toShareJson(share) })),
    utility_without_attack: toShareJson(results.utilityClean),
    utility_under_attack: toShareJson(results.utilityAttacked),
    verdicts: results.verdicts,
    writes: { without_attack: results.writesClean, under_attack: results.writesAttacked },
    cells: results.cells,
    successes: results.successes.map((each) => ({ ...each, page: buildAttackSuccessUrl(each, runs.attack) })),
    fields: report.fields,
    without_field: report.withoutField,
    without_write: report.withoutWrite,
    left_out: report.leftOut,
    attempts: report.attempts.map(({ durationMs, ...attempt }) => ({ ...attempt, duration_ms: durationMs })),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function toShareJson({ count, of, low, high }: AttemptShare) {
  return { count, of, rate: of === 0 ? null : count / of, interval: [low, high] };
}
