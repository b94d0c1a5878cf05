#!/usr/bin/env node
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { checks } from '@mastra/evals/checks';
import { runExperimentTests } from 'turntree';
import { desk } from '../agent.ts';
import scorers from '../scorers/support.ts';

const __filename = fileURLToPath(import.meta.url);
const __dirname = path.dirname(__filename);

async function runMyTests(): Promise<void> {
  await runExperimentTests({
    scorerType: 'support',
    csvPath: path.join(__dirname, '../test-cases/support.csv'),
    target: desk,
    scorers: [...scorers, checks.calledTool('opening_hours')],
    concurrency: parseInt(process.env.CONCURRENCY || '1', 10),
  });
}

if (import.meta.url === `file://${process.argv[1]}`) {
  await runMyTests();
}

export { runMyTests };
