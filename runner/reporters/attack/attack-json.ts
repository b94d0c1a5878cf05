import type { AttemptShare } from '../../experiments/attack/index.ts';
import { type AttackReport, attackSuccessUrl } from './attack-report.ts';

/** The results of an attack as JSON, with the keys of reports. */
export function attackJson(report: AttackReport): string {
  const { results, runs, planned } = report;
  const document = {
    suites: report.suites,
    agents: report.agents,
    runs,
    planned,
    max_attack_success: report.maxSuccess,
    attack_success: shareJson(results.success),
    by_goal: results.byGoal.map(({ goal, share }) => ({ goal, ...shareJson(share) })),
    utility_without_attack: shareJson(results.utilityClean),
    utility_under_attack: shareJson(results.utilityAttacked),
    verdicts: results.verdicts,
    writes: { without_attack: results.writesClean, under_attack: results.writesAttacked },
    cells: results.cells,
    successes: results.successes.map((each) => ({ ...each, page: attackSuccessUrl(each, runs.attack) })),
    fields: report.fields,
    without_field: report.withoutField,
    without_write: report.withoutWrite,
    left_out: report.leftOut,
    attempts: report.attempts.map(({ durationMs, ...attempt }) => ({ ...attempt, duration_ms: durationMs })),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function shareJson({ count, of, low, high }: AttemptShare) {
  return { count, of, rate: of === 0 ? null : count / of, interval: [low, high] };
}
