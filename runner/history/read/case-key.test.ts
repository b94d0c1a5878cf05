import { expect, it } from 'vitest';
import { caseKey } from '../../fold/index.ts';
import { temporaryHistories } from '../testing/temporary-histories.ts';
import { CASE_KEY_SQL } from './read-outcomes.ts';

const freshHistory = temporaryHistories();

it.each(['T1', 'a "quoted" id', 'two\nlines', 'é😀', ''])('SQL and code name the case %j alike', (caseId) => {
  const suiteKey = 'tests/suite.jsonl';
  const fromSql = freshHistory()
    .sqlite.prepare(`SELECT ${CASE_KEY_SQL} FROM (SELECT ? AS suite_key, ? AS case_id)`)
    .pluck()
    .get(suiteKey, caseId);
  expect(fromSql).toBe(caseKey(suiteKey, caseId));
});
