import { describe, expect, it } from 'vitest';
import type { Json } from '../../values/index.ts';
import { findTextComparedBySize, findTextComparison } from './text-comparisons.ts';

type StateChange = { check: string; mock?: string; state?: Json };

function findWarning({ check, mock = '', state = { refunds: [] } }: StateChange): string | undefined {
  const code = `export function OnlySmall(state) {\n  ${check}\n}\nexport function Refund({ amount, currency }, state) {\n  ${mock}\n  return { ok: true };\n}\n`;
  const warning = findTextComparison({ code, name: 'OnlySmall' }, { state, mocks: [{ code, name: 'Refund' }] });
  return warning && `${warning.line}: ${warning.message}`;
}

const check = 'return !state.refunds.some(({ amount }) => amount > 50);';
const message = (comparison: string, value: string) =>
  `1: OnlySmall compares "amount" with a number (${comparison}), but its value is a text such as ${value}`;

it('finds a number that is compared with the text of a mock', () => {
  const written = `\`\${amount} \${currency}\``;
  expect(findWarning({ check, mock: `state.refunds.push({ amount: ${written} });` })).toBe(
    message('amount > 50', written),
  );
  expect(findWarning({ check, mock: `state.refunds[0].amount = ${written};` })).toBe(message('amount > 50', written));
});

it('finds a number that is compared with the text of the state', () => {
  const state = { refunds: [{ amount: '900 EUR' }] };
  expect(findWarning({ check: 'return state.refunds[0].amount !== 50;', state })).toBe(
    message('amount !== 50', '"900 EUR"'),
  );
});

it.each<StateChange>([
  { check, mock: 'state.refunds.push({ amount });' },
  { check, mock: 'state.refunds.push({ amount: Number(amount) });' },
  { check, mock: "state.refunds.push({ amount: '40' });" },
  { check, mock: `state.refunds.push({ amount: \`\${amount}\` });` },
  { check, mock: "state.refunds.push({ amount: '0 EUR'.length });" },
  { check, mock: "state.a = { amount: 'all of it' }; state.b = { amount: 3 };" },
  { check, state: { refunds: [{ amount: '900 EUR' }], limit: { amount: 50 } } },
  {
    check: 'return !state.refunds.some(({ amount }) => parseFloat(amount) > 50);',
    state: { refunds: [{ amount: '9 EUR' }] },
  },
  { check: 'const amount = parseFloat(state.amount); return amount < 50;', state: { amount: '9 EUR' } },
  { check: "return state.amount !== '900 EUR';", state: { amount: '9 EUR' } },
  { check: 'return state.amount.length > 3;', state: { amount: '9 EUR' } },
])('%j has no such comparison', (change) => {
  expect(findWarning(change)).toBeUndefined();
});

describe('a comparison of digits as texts', () => {
  const warning = (body: string, value: unknown = '500') =>
    findTextComparedBySize(`function A(output: any, _input: string, most: any) {\n  ${body}\n}\n`, {
      name: 'A',
      value,
    });
  const price = 'const price = /\\$(\\d+)/.exec(output)?.[1];';

  it('compares what a pattern finds with the value', () => {
    const message = (comparison: string) =>
      `"${comparison}" in A compares two texts, so "1200" is less than "500"; convert them with Number()`;
    expect(warning(`${price} return { pass: price <= most };`)).toEqual({ line: 1, message: message('price <= most') });
    const listed = 'const [, price] = output.match(/\\$(\\d+)/) ?? [];';
    expect(warning(`${listed} return most > price;`)?.message).toBe(message('most > price'));
  });

  it('compares dates whose day comes first', () => {
    const found = 'const date = /\\d{2}\\.\\d{2}\\.\\d{4}/.exec(output)?.[0];';
    expect(warning(`${found} return { pass: date <= most };`, '30.11.2026')?.message).toBe(
      '"date <= most" in A compares two texts, so the day decides before the month and the year; convert them to dates',
    );
  });

  it.each([
    [`${price} return price <= most;`, 500],
    [`${price} return price <= most;`, '2026-11-28'],
    [`${price} return Number(price) <= most;`, '500'],
    [`${price} return +price <= most;`, '500'],
    [`${price} return price <= Number(most);`, '500'],
    [`${price} return price === most;`, '500'],
    ['const price = Number(/\\$(\\d+)/.exec(output)?.[1]); return price <= most;', '500'],
    ['const price = +/\\$(\\d+)/.exec(output)[1]; return price <= most;', '500'],
  ])('compares numbers, or texts that are no numbers: %s with %j', (body, value) => {
    expect(warning(body, value)).toBeUndefined();
  });
});
