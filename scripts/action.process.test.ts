import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { parseInputs } from '../runner/github-action/read-inputs.ts';
import { actionBundle } from './action-bundle.mjs';

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const input = z.object({ description: z.string().min(1), default: z.string().optional() });
const manifest = z
  .object({
    inputs: z.record(z.string(), input),
    runs: z.object({ using: z.string(), main: z.string() }),
  })
  .parse(parse(read('action.yml')));

it('the committed action is what its sources make: npm run build:action', async () => {
  const { outputFiles = [] } = await build({ ...actionBundle, absWorkingDir: root, write: false });
  expect(outputFiles.map(({ text }) => text === read('action/index.mjs'))).toEqual([true]);
});

it('action.yml names the file that is built, and runs it in a Node without a container', () => {
  expect(manifest.runs).toEqual({ using: 'node24', main: actionBundle.outfile });
});

it('action.yml has the defaults of the program', () => {
  const { token, ...inputs } = manifest.inputs;
  expect(token?.default).toMatch(/^\$\{\{ github\.token \}\}$/);
  const variables = Object.fromEntries(
    Object.entries(inputs).map(([name, { default: value = '' }]) => [`INPUT_${name.toUpperCase()}`, value]),
  );
  expect(parseInputs({ variables: { ...variables, NODE_ENV: 'test' } })).toEqual(
    parseInputs({ variables: { NODE_ENV: 'test' } }),
  );
  expect(Object.keys(inputs).toSorted()).toEqual([
    ...['args', 'baseline', 'comment', 'name', 'site', 'version', 'working-directory'],
  ]);
});
