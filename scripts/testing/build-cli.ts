import type { TestProject } from 'vitest/node';
import { ensureCli } from '../ensure-build.mjs';

/**
 * Builds the command line before tests that start it, and again after each change in watch mode, so that they use the
 * current sources.
 */
export async function setup(project: TestProject): Promise<void> {
  await buildCli();
  project.onTestsRerun(buildCli);
}

async function buildCli(): Promise<void> {
  if ((await ensureCli()) !== 0) throw new Error('the command line cannot be built');
}
