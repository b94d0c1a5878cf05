import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { chooseParts, variablesFor } from './run-tests.mjs';

const names = (words: readonly string[]) => {
  const parts = chooseParts(words);
  return typeof parts === 'string' ? parts : parts.map(({ name }) => name);
};

describe('npm test', () => {
  it('runs the parts of every change', () => {
    expect(names([])).toEqual(['checks', 'process', 'build', 'browser']);
  });

  it('is contained in what lands and in all tests', () => {
    expect(names(['--landing'])).toEqual(expect.arrayContaining(['checks', 'browser', 'landing']));
    expect(names(['--all'])).toEqual(expect.arrayContaining(['checks', 'process', 'build', 'browser', 'long']));
    expect(names(['--all'])).toEqual(expect.arrayContaining(['landing', 'landing-browser', 'conformance']));
  });

  it('looks at pages in all themes and widths where all tests run', () => {
    expect(variablesFor(['--all'])).toEqual({ TURNTREE_BROWSER_THOROUGH: '1' });
    expect(variablesFor(['--landing'])).toEqual({ TURNTREE_BROWSER_THOROUGH: '' });
  });

  it('takes parts by name', () => {
    expect(names(['--all', '--part', 'long', '--part=checks'])).toEqual(['checks', 'long']);
  });

  it('refuses what it does not understand, rather than running fewer tests', () => {
    expect(names(['--part', 'browsers'])).toMatch(/^There is no part "browsers"\. Parts: checks, process, build/);
    expect(names(['--part', 'long'])).toBe('The part "long" needs --landing or --all.');
    expect(names(['--al'])).toContain("Unknown option '--al'");
    expect(names(['e2e/runs.spec.ts'])).toContain("Unexpected argument 'e2e/runs.spec.ts'");
  });

  it('is divided among the jobs of the workflow without a gap', () => {
    const file = path.resolve('.github', 'workflows', 'ci.yml');
    const matrix = z.object({ include: z.array(z.object({ parts: z.string() })) });
    const workflow = z.object({ jobs: z.object({ all: z.object({ strategy: z.object({ matrix }) }) }) });
    const { include } = workflow.parse(parse(readFileSync(file, 'utf8'))).jobs.all.strategy.matrix;
    const inJobs = include.flatMap(({ parts }) => names(['--all', ...parts.split(' ')]));
    expect(inJobs.toSorted()).toEqual([...names(['--all'])].toSorted());
  });
});
