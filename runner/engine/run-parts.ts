import type { RunJudge } from '../fold/index.ts';
import type { RunKinds, RunnerPorts } from '../ports/index.ts';

/** What a run is made with. */
export type RunParts = RunnerPorts & { kinds: RunKinds; judge: RunJudge };
