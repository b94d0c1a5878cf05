import type { Database } from '../db/index.ts';
import { noForkOrExperimentCondition } from '../runs/complete-runs.ts';

/** Runs that give evidence about the turns of an attempt. */
export type RelatedRuns = {
  /** Bisections of the attempt in which the case had the same content as now. */
  bisections: string[];
  /** Forks of the attempt that changed neither a message nor the system prompt. */
  forks: string[];
  /** Runs that contained the case with the same content, newest first. */
  plain: string[];
};

type RelatedRunsRequest = {
  runId: string;
  suiteKey: string;
  caseId: string;
  attempt: number;
  /** The hash of the case's content. `content` is the hash that bisections of this case have. */
  caseHash: string;
  content: string;
};

const MAX_RELATED_RUNS = 20;

type AttemptAddress = Pick<RelatedRunsRequest, 'runId' | 'suiteKey' | 'caseId' | 'attempt'>;

/** The newest bisection of an attempt. */
export function findNewestBisection(
  { sqlite }: Database,
  { runId, suiteKey, caseId, attempt }: AttemptAddress,
): string | undefined {
  return sqlite
    .prepare<unknown[], string>(
      `SELECT id FROM runs WHERE ${hasSameAttemptAddress('bisect')} ORDER BY ordinal DESC LIMIT 1`,
    )
    .pluck()
    .get({ runId, suiteKey, caseId, attempt });
}

/** A SQL condition: the run's option (`bisect` or `fork`) names this attempt. */
function hasSameAttemptAddress(option: 'bisect' | 'fork'): string {
  return `options ->> '$.${option}.runId' = :runId AND options ->> '$.${option}.suiteKey' = :suiteKey
     AND options ->> '$.${option}.caseId' = :caseId AND options ->> '$.${option}.attempt' = :attempt AND deleted_at IS NULL`;
}

export function findRelatedRuns(
  { sqlite }: Database,
  { caseHash, content, ...attemptAddress }: RelatedRunsRequest,
): RelatedRuns {
  const { runId, suiteKey, caseId, attempt } = attemptAddress;
  const findRunIds = (condition: string, values: object): string[] =>
    sqlite.prepare<unknown[], string>(`SELECT id FROM runs WHERE ${condition}`).pluck().all(values);
  const fork = `${hasSameAttemptAddress('fork')} AND coalesce(options ->> '$.fork.message', options ->> '$.fork.system') IS NULL`;
  return {
    bisections: findRunIds(
      `${hasSameAttemptAddress('bisect')} AND options ->> '$.bisect.content' = :content ORDER BY ordinal`,
      {
        ...attemptAddress,
        content,
      },
    ),
    forks: findRunIds(`${fork} ORDER BY ordinal`, { runId, suiteKey, caseId, attempt }),
    plain: findRunIds(
      `deleted_at IS NULL AND ${noForkOrExperimentCondition('runs')} AND id IN (
         SELECT run_id FROM attempts WHERE suite_key = :suiteKey AND case_id = :caseId AND case_hash = :caseHash
       ) ORDER BY ordinal DESC LIMIT ${MAX_RELATED_RUNS}`,
      { suiteKey, caseId, caseHash },
    ),
  };
}
