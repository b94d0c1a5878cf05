import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { jsonSchema } from '../contract/index.ts';
import { deviations } from '../testing/deviations.ts';
import { computeCaseHash } from './case-hash.ts';
import { parseCases } from './parse-cases.ts';

const LONG_LINE = 1_048_606;

const vectorSchema = z.object({
  file: z.string().default(() => longLine()),
  cases: z.array(z.object({ id: z.string(), input: jsonSchema })).optional(),
  error: z.string().optional(),
});
const text = readFileSync(new URL('./vectors/loader.json', import.meta.url), 'utf8');
const { vectors } = z.object({ vectors: z.array(vectorSchema).min(1) }).parse(JSON.parse(text));

describe('case files, on contents that were observed', () => {
  it.each(vectors.map((vector, index) => ({ key: `loader#${index}`, ...vector })))('$key', ({ key, ...vector }) => {
    const { cases, problems } = parseCases({ text: vector.file, file: 'vector.jsonl', hashOf: computeCaseHash });
    const loadedCases = problems.length > 0 ? undefined : cases.map(({ id, input }) => ({ id, input }));
    const observed = vector.cases?.map(({ id, input }) => ({ id, input }));
    const agrees = JSON.stringify(loadedCases) === JSON.stringify(observed);
    expect(agrees ? 'as observed' : 'deviates', vector.file.slice(0, 200)).toBe(
      deviations.has(key) ? 'deviates' : 'as observed',
    );
  });
});

function longLine(): string {
  const frame = JSON.stringify({ id: 'a', input: '' });
  return JSON.stringify({ id: 'a', input: 'x'.repeat(LONG_LINE - frame.length) });
}
