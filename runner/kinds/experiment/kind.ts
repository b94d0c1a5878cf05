import { parseScorerAgentId } from '../../fold/index.ts';
import type { RunKind } from '../../ports/index.ts';
import { toParsedCaseObject } from '../attempt/case-file-object.ts';
import { buildCommonAttemptReport } from '../report/report-attempt.ts';
import { buildMeasuresReport } from '../report/report-measures.ts';
import { executeExperiment } from './execute.ts';

/** A case that is a row of a table and gets scores from scorers. */
export const experimentKind: RunKind<'experiment'> = {
  execute: executeExperiment,
  announcedFields: ({ range, scorers, metadata }) => ({ range, scorers, metadata }),
  expectedFields: ({ expectedOutput, groundTruth }) => ({ expected: expectedOutput, groundTruth }),
  listCalledAgents: ({ direct, scorers }, target) => [
    ...(direct ? [] : [target]),
    ...scorers.flatMap((scorer) => parseScorerAgentId(scorer) ?? []).map((id) => ({ id })),
  ],
  toAuthoredCase: toParsedCaseObject,
  report: (result) => buildCommonAttemptReport(result, buildMeasuresReport(result)),
};
