#!/usr/bin/env node
import path from 'node:path';
import { checks } from '@mastra/evals/checks';
import { runExperimentTests } from 'turntree';
import { desk } from '../agent.ts';
import scorers from '../scorers/support.ts';

/** Scores the support table with the same scorers as the command line does, and with one of Mastra's. */
export async function scoreSupport(): Promise<void> {
  await runExperimentTests({
    scorerType: 'support',
    csvPath: path.join(import.meta.dirname, '..', 'test-cases', 'support.csv'),
    target: desk,
    scorers: [...scorers, checks.calledTool('opening_hours')],
    concurrency: Number(process.env.CONCURRENCY ?? 1),
  });
}

if (process.argv[1] === import.meta.filename) await scoreSupport();
