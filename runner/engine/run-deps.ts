import type { RunEvaluator } from '../fold/index.ts';
import type { RunKinds, RunnerPorts } from '../ports/index.ts';

/** The dependencies of a run. */
export type RunDeps = RunnerPorts & { kinds: RunKinds; judge: RunEvaluator };
