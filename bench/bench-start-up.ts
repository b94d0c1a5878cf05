import path from 'node:path';
import { fastestOf, measure, printMeasurement, projectRoot } from './measure.ts';

/** Measures asking for help, against the smallest possible Node program. */
export async function benchStartUp(): Promise<void> {
  const bare = await fastestOf(9, () => measure(['-e', '0'], projectRoot));
  const help = await fastestOf(9, () => measure([path.join(projectRoot, 'bin', 'runner.cjs'), '--help'], projectRoot));
  printMeasurement('runner --help', { wallMs: help.wallMs, bareNodeMs: bare.wallMs, ratio: help.wallMs / bare.wallMs });
}
