import { expect, it } from 'vitest';
import { findLoopsWithoutChecks } from './empty-loops.ts';

const inLoop = (body: string, ...made: string[]) =>
  findLoopsWithoutChecks(`(t) => { t.assert.NotNil(rows); ${body} }`, new Set(made));

it.each([
  'for (const row of rows) { t.assert.Greater(row.price, 0); t.assert.Match(row.id, "^L-"); }',
  'for (const row of list("a")) t.assert.Greater(row.price, 0), t.assert.Match(row.id, "x");',
  'rows.forEach((row) => { t.assert.Greater(row.price, 0); t.assert.Match(row.id, "x"); });',
])('finds a loop whose checks were never made: %s', (body) => {
  const message = 'the checks in a loop (Greater, Match) were never made, because the loop had no items';
  expect(inLoop(body, 'NotNil')).toEqual([message]);
  expect(inLoop(body, 'NotNil', 'Match')).toEqual([]);
});

it('says nothing of loops without checks, and of checks that are written in comments', () => {
  expect(inLoop('for (const row of rows) { sum += row.price; } t.assert.Equal(sum, 3);', 'NotNil')).toEqual([]);
  expect(inLoop('for (const row of rows) {\n// t.assert.True(row)\n}', 'NotNil')).toEqual([]);
});
