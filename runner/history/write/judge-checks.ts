import { judges } from '../../../drizzle/schema/index.ts';
import type { CheckedJudge } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';

/** Saves the result of a check of a suite's judges, replacing the previous check. */
export function saveJudgeCheck(
  { sqlite, orm }: Database,
  suiteKey: string,
  { checked, checkedAt }: { checked: readonly CheckedJudge[]; checkedAt: number },
): void {
  const save = sqlite.transaction(() => {
    sqlite.prepare<[string]>('DELETE FROM judges WHERE suite_key = ?').run(suiteKey);
    for (const { judge, model, criterion, standing, ...figures } of checked) {
      orm.insert(judges).values({ suiteKey, judge, model, criterion, standing, checkedAt, figures }).run();
    }
  });
  save.immediate();
}
