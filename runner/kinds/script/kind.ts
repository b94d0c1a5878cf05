import type { RunKind } from '../../ports/index.ts';
import { buildCommonAttemptReport } from '../report/report-attempt.ts';
import { executeScript } from './execute.ts';

export const scriptKind: RunKind<'script'> = {
  displayNames: { run: 'Script Test', case: 'function' },
  execute: executeScript,
  listCalledAgents: () => [],
  toAuthoredCase: ({ id, module, line }) => ({ id, script: line === undefined ? module : `${module}:${line}` }),
  report: (result) => buildCommonAttemptReport(result),
};
