import type { CaseResult, ResultByKind } from '../contract/index.ts';
import { caseResult } from './finished-run.ts';

/** Returns a consistency result of three answers, the last of which disagrees with the others. */
export function consistencyResult(fields: Partial<ResultByKind['consistency']> = {}): CaseResult {
  return caseResult({
    id: 'test-1',
    kind: 'consistency',
    test: 1,
    status: 'passed',
    input: 'How many users do we have?',
    samples: ['12 users', 'twelve users', '13 users'].map((output, position) => ({
      label: String(position + 1),
      output,
      startedAt: 1_700_000_000_000,
      durationMs: 100,
      usage: { inputTokens: 8, outputTokens: 3, calls: 1, retries: 0 },
      toolCalls: [{ tool: 'count_users', result: 12 }],
    })),
    scores: [
      verdict(['1', '2'], { score: 1, choice: 'A', reason: 'Both say twelve.' }),
      verdict(['2', '3'], { score: 0, choice: 'B', reason: 'Twelve is not thirteen.' }),
      verdict(['3', '1'], { score: null, error: 'the judge did not answer' }),
    ],
    metrics: [{ type: 'similarity', kind: 'accuracy', score: 0.5, records: 2 }],
    score: 0.5,
    ...fields,
  });
}

/** Returns the result of a table row with two scorers: one score is in range, the other below it. */
export function experimentResult(fields: Partial<ResultByKind['experiment']> = {}): CaseResult {
  const range = { min: 0.8, max: 1 };
  return caseResult({
    id: 'spanish-greeting',
    name: 'Greets in Spanish',
    kind: 'experiment',
    status: 'failed',
    input: 'Hola',
    output: 'Hello, how are you?',
    expected: 'Hello, how are you?',
    groundTruth: 'Hola, ¿cómo estás?',
    tags: ['spanish', 'greeting'],
    metadata: { difficulty: 'easy' },
    scores: [
      { metric: 'politeness', position: 0, score: 0.95, passed: true, range, reason: 'Polite.' },
      { metric: 'language', position: 1, score: 0.25, passed: false, range, reason: 'Answered in English.' },
    ],
    score: 0.6,
    ...fields,
  });
}

type Score = NonNullable<CaseResult['scores']>[number];

function verdict(samples: [string, string], fields: Partial<Score> & Pick<Score, 'score'>): Score {
  return {
    metric: 'similarity',
    position: 0,
    samples,
    passed: fields.score === 1,
    request: [{ role: 'system', content: `Compare answers ${samples.join(' and ')}.` }],
    response: { content: fields.choice ?? '' },
    durationMs: 40,
    ...fields,
  };
}
