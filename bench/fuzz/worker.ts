import { parentPort, workerData } from 'node:worker_threads';
import { createRandom } from './random.ts';
import { targets } from './targets/index.ts';
import { buildInput, tryInput } from './try-input.ts';

/** `places` is memory shared with the parent process: the current target and seed, and the number of inputs so far. */
type WorkerStart = { first: number; step: number; places: SharedArrayBuffer };

const { first, step, places }: WorkerStart = workerData;
const watched = new Int32Array(places);
const total = targets.reduce((sum, { weight }) => sum + weight, 0);

for (let seed = first; ; seed += step) {
  const index = targetFor(seed);
  const target = targets[index];
  if (target === undefined) continue;
  watched[0] = index;
  watched[1] = seed;
  const why = await tryInput(target, await buildInput(target, seed));
  watched[2] = (watched[2] ?? 0) + 1;
  const tried = 3 + index;
  watched[tried] = (watched[tried] ?? 0) + 1;
  if (why !== undefined) parentPort?.postMessage({ target: target.name, seed, why });
  // Yields to the event loop, so that messages and signals are handled.
  if (seed % 512 < step) await new Promise((resolve) => setImmediate(resolve));
}

function targetFor(seed: number): number {
  let share = createRandom(seed ^ 0x5bd1e995).below(total);
  return targets.findIndex(({ weight }) => {
    share -= weight;
    return share < 0;
  });
}
