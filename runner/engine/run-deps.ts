import type { RunEvaluator } from '../fold/index.ts';
import type { RunKinds, RunnerPorts } from '../ports/index.ts';

/** What the engine needs from outside to execute a run. */
export type RunDeps = RunnerPorts & { kinds: RunKinds; judge: RunEvaluator };
