import type { ObjectRecognizer } from '../../scripts/user-objects.ts';
import { toAgentFunction } from './mastra-agent.ts';
import { readMastraFailure } from './mastra-failure.ts';
import { readMastraRecord } from './mastra-record.ts';
import { createMastraScorerRun, type MastraScorer } from './mastra-run.ts';

/** Returns true for a scorer of Mastra, which is recognized by its method `run`. */
export const objectRecognizer: ObjectRecognizer = {
  scorer(value) {
    if (!isMastraScorer(value)) return undefined;
    const name = [value.id, value.name].find((each) => typeof each === 'string' && each !== '');
    return {
      name: typeof name === 'string' ? name : undefined,
      score: (question) => value.run(createMastraScorerRun(value, question)),
      record: readMastraRecord,
      failed: readMastraFailure,
    };
  },
  agent: toAgentFunction,
};

function isMastraScorer(value: unknown): value is MastraScorer {
  return typeof value === 'object' && value !== null && 'run' in value && typeof value.run === 'function';
}
