import { expect, it } from 'vitest';
import { findPassWithoutFinding } from './pass-without-finding.ts';

it('passes an answer without the thing that it compares', () => {
  const costs = (body: string) => `export function Costs(output, input, euro) {\n  ${body.replaceAll('\n', '\n  ')}\n}`;
  const find = (body: string) => findPassWithoutFinding({ text: costs(body), name: 'Costs' })?.message;
  const search = String.raw`const found = /(\d+) ?EUR/.exec(output);`;
  const compare = 'return { pass: Number(found[1]) === euro };';
  const message = 'Costs passes an answer in which it finds nothing to compare with "euro"';
  expect([
    find(`${search}\nif (!found) return { pass: true, message: 'no price' };\n${compare}`),
    find(`${search}\nif (found === null) { return true; }\nreturn Number(found[1]) === euro;`),
  ]).toEqual([message, message]);
  expect([
    find(`${search}\nif (!found) return { pass: false };\n${compare}`),
    find(`${search}\nif (!found) return { pass: true };\nreturn { pass: Number(found[1]) <= euro };`),
    find('const found = new RegExp(euro).exec(output);\nif (!found) return true;\nreturn found[0] === euro;'),
    find(`${search}\nif (!found) return { pass: true };\nreturn { pass: false, message: found[1] };`),
  ]).toEqual([undefined, undefined, undefined, undefined]);
});

it('passes an answer without any of the things that it compares one by one', () => {
  const prices = (body: string) =>
    `export function Within(output, input, most) {\n  ${body.replaceAll('\n', '\n  ')}\n}`;
  const find = (body: string) => findPassWithoutFinding({ text: prices(body), name: 'Within' })?.message;
  const search = String.raw`const prices = [...output.matchAll(/(\d+) EUR/g)].map((match) => Number(match[1]));`;
  const message = 'Within passes an answer in which it finds nothing to compare with "most"';
  expect([
    find(`${search}\nconst over = prices.filter((price) => price > most);\nreturn { pass: over.length === 0 };`),
    find(`${search}\nreturn { pass: prices.every((price) => price <= most) };`),
    find(`${search}\nreturn { pass: !prices.some((price) => price > most) };`),
  ]).toEqual([message, message, message]);
  expect([
    find(`${search}\nreturn { pass: prices.length > 0 && prices.every((price) => price <= most) };`),
    find(`${search}\nreturn { pass: prices.some((price) => price <= most) };`),
    find(`${search}\nreturn { pass: Math.max(...prices) <= most };`),
    find(`${search}\nconst over = prices.filter((price) => price > most);\nreturn { pass: over.length > 0 };`),
  ]).toEqual([undefined, undefined, undefined, undefined]);
});
