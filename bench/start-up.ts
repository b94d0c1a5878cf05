import path from 'node:path';
import { best, measure, report, root } from './measure.ts';

/** Measures asking for help, against the smallest possible Node program. */
export async function startUp(): Promise<void> {
  const bare = await best(9, () => measure(['-e', '0'], root));
  const help = await best(9, () => measure([path.join(root, 'bin', 'runner.cjs'), '--help'], root));
  report('runner --help', { wallMs: help.wallMs, bareNodeMs: bare.wallMs, ratio: help.wallMs / bare.wallMs });
}
