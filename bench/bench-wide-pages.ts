import path from 'node:path';
import type { CaseResult } from '../runner/contract/index.ts';
import { openDatabase } from '../runner/history/db/index.ts';
import { saveDecision } from '../runner/history/index.ts';
import { writeResults } from '../runner/history/testing/temporary-histories.ts';
import { caseResult } from '../runner/testing/finished-run.ts';
import { measurePage, openServer } from './dashboard.ts';
import { benchWorkspace } from './measure.ts';

const MODELS = 6;
const CASES = 1_000;
const ITEMS = 500;
const suiteKey = 'tests/suite.jsonl';
const newest = Date.UTC(2026, 10, 1);

/**
 * Measures the first data of a matrix of 6 models and 1,000 cases, and of a review queue of 500 conversations on which
 * three people decided (goal: under 300 ms each).
 */
export async function benchWidePages(): Promise<void> {
  const workspace = benchWorkspace();
  workspace.suite('tests/suite', CASES);
  const file = path.join(workspace.root, '.runner', 'history.db');
  const history = openDatabase(file);
  for (let model = 0; model < MODELS; model += 1) {
    const results = Array.from({ length: CASES }, (_, position) => buildResult(model, position));
    const parts = { agentId: 'shop', connector: `model-${model}`, outcome: 'failed' as const };
    await writeResults(history, { runId: `run-${model}`, at: newest + model, results, suiteKey, ...parts });
  }
  workspace.write('reviews/tone.jsonc', JSON.stringify({ question: 'Is it polite?', people: 3, sample: ITEMS }));
  for (let position = 0; position < ITEMS; position += 1) {
    for (const [index, reviewer] of ['ann', 'bob', 'eve'].entries()) {
      const label = position % (index + 4) === 0 ? 'Bad' : 'Good';
      const item = { queue: 'tone', runId: `run-${MODELS - 1}`, suiteKey, caseId: `case-${position}`, attempt: 1 };
      saveDecision(history, { ...item, otherRunId: '', otherAttempt: 0, reviewer, label, decidedAt: newest });
    }
  }
  history.close();
  const server = await openServer(workspace.root);
  for (const address of pageAddresses()) await measurePage(server.url, address);
  await server.close();
  workspace.remove();
}

function buildResult(model: number, index: number): CaseResult {
  const isFailed = index % (model + 7) === 0;
  return caseResult({
    id: `case-${index}`,
    status: isFailed ? 'failed' : 'passed',
    input: `Where is parcel ${index}?`,
    output: `The parcel ${index} arrives on day ${model}.`,
    startedAt: newest + model,
    turns: [
      {
        turn: 1,
        origin: 'case',
        input: `Where is parcel ${index}?`,
        startedAt: newest + model,
        durationMs: 1,
        checkpointsReached: [],
        response: { content: `The parcel ${index} arrives on day ${model}.`, toolCalls: [] },
      },
    ],
  });
}

function pageAddresses(): string[] {
  const matrix = new URLSearchParams({ suite: suiteKey, agent: 'shop' });
  return [
    `/compare/matrix?${matrix}`,
    `/api/compare/matrix?${matrix}`,
    '/review',
    '/review/queue?name=tone',
    '/api/reviews',
    '/api/reviews/queue?name=tone',
    '/api/reviews/results?name=tone',
    '/api/search?q=parcel',
  ];
}
