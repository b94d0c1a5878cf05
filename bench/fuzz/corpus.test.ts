import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { targets } from './targets/index.ts';
import { buildInput, tryInput } from './try-input.ts';

const corpus = path.join(import.meta.dirname, 'corpus');
const findingSchema = z.object({ target: z.string(), input: z.string() });

describe('an input that was not stood once', () => {
  it.each(readdirSync(corpus).filter((file) => file.endsWith('.json')))('is stood now: %s', async (file) => {
    const { target: name, input } = findingSchema.parse(JSON.parse(readFileSync(path.join(corpus, file), 'utf8')));
    const target = targets.find((each) => each.name === name);
    if (target === undefined) throw new Error(`there is no target called ${name}`);
    expect(await tryInput(target, input)).toBeUndefined();
  });
});

describe('every target', () => {
  it.each(targets.map((target) => [target.name, target] as const))(
    'stands what it begins with, and some changes of it: %s',
    { tags: 'thorough' },
    async (_, target) => {
      for (const seed of await target.seeds()) expect(await tryInput(target, seed)).toBeUndefined();
      for (let seed = 0; seed < 20; seed += 1) {
        const input = await buildInput(target, seed);
        expect(await buildInput(target, seed)).toBe(input);
        expect(await tryInput(target, input)).toBeUndefined();
      }
    },
  );
});
