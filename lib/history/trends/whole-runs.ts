import { sql } from 'drizzle-orm';
import { runs } from '../../../drizzle/schema/index.ts';

/**
 * Whether a run had every case that it could have: nothing in its options leaves some out. A suite that is named by a
 * type of scorer is whole with the rows of that type.
 */
export const isWhole = sql<boolean>`coalesce(nullif(${runs.options} ->> 'cases', '[]'),
  nullif(${runs.options} ->> 'tags', '[]'), ${runs.options} ->> 'pattern', nullif(${runs.options} ->> 'lastFailed', 0),
  CASE instr(${runs.suiteKey}, '#') WHEN 0 THEN ${runs.options} ->> 'scorer' END) IS NULL`.mapWith(Boolean);
