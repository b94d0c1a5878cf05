import path from 'node:path';
import { fastestOf, measure, printMeasurement, projectRoot } from './measure.ts';

/** Compares the duration of `runner --help` with the smallest possible Node program. */
export async function benchStartUp(): Promise<void> {
  const bare = await fastestOf(9, () => measure(['-e', '0'], projectRoot));
  const help = await fastestOf(9, () => measure([path.join(projectRoot, 'bin', 'runner.cjs'), '--help'], projectRoot));
  printMeasurement('runner --help', { wallMs: help.wallMs, bareNodeMs: bare.wallMs, ratio: help.wallMs / bare.wallMs });
}
