import type { TestProject } from 'vitest/node';
import { ensureCli } from '../ensure-build.mjs';

/** Tests start the command line as built from the current sources, also after a change in watch mode. */
export async function setup(project: TestProject): Promise<void> {
  await buildCli();
  project.onTestsRerun(buildCli);
}

async function buildCli(): Promise<void> {
  if ((await ensureCli()) !== 0) throw new Error('the command line cannot be built');
}
