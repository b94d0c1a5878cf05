import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Matches function declarations, and constants that are arrow functions. */
const functions = /\bfunction\*? (\w+)|\bconst (\w+)(?:: [^=\n]+)? = (?:async )?(?:\([^()\n]*\)|\w+)(?:: [^=\n]+)? =>/g;
const types = /\b(?:type|interface) (\w+)\b(?=[\s<])/g;

/** Names of functions that state a relation but do not say to what. */
const vagueFunctions = new Set(['textOf', 'partsOf', 'usageOf', 'placeOf']);
/** Names of types that do not say what they are about, so that they would mean something else in every folder. */
const vagueTypes = new Set(['Known', 'Place', 'Asked', 'Wanted', 'Told', 'Heard', 'Kept', 'Said', 'Shown', 'Found']);
/** The maximum share of functions named `…Of`, which is reserved for mappings such as `kindOf`. */
const MAX_SHARE = 0.05;

const sources = execFileSync('git', ['ls-files', 'runner', 'lib', 'app', 'components', 'bin'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

function declarations(pattern: RegExp): { file: string; name: string }[] {
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([, one, other]) => ({ file, name: one ?? other ?? '' })),
  );
}

it('names functions and types with their subject', () => {
  const functionNames = declarations(functions);
  const typeNames = declarations(types);
  expect(functionNames.length).toBeGreaterThan(5_000);
  expect(typeNames.length).toBeGreaterThan(2_000);
  expect(functionNames.filter(({ name }) => vagueFunctions.has(name))).toEqual([]);
  expect(typeNames.filter(({ name }) => vagueTypes.has(name))).toEqual([]);
});

it('names few functions …Of', () => {
  const names = declarations(functions);
  const vague = names.filter(({ name }) => /[a-z]Of$/.test(name));
  expect(vague.length / names.length).toBeLessThan(MAX_SHARE);
});

it('would find such names', () => {
  const text =
    'export async function textOf(a) {}\nconst partsOf = (a: A): B => a;\nexport type Known = {};\ninterface Place {}';
  expect([...text.matchAll(functions)].map(([, one, other]) => one ?? other)).toEqual(['textOf', 'partsOf']);
  expect([...text.matchAll(types)].map(([, name]) => name)).toEqual(['Known', 'Place']);
});
