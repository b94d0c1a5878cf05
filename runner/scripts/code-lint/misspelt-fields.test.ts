import { describe, expect, it } from 'vitest';
import {
  findMisspeltArgumentField,
  findMisspeltResultFields,
  listReturnedFields,
  type ResultCall,
} from './misspelt-fields.ts';

function listFields({ kind, name }: ResultCall): string[] | undefined {
  if (kind === 'process') return name === 'orders.Create' ? ['order_id', 'items', 'isPaid'] : undefined;
  return name === 'createOrder' ? ['order_id', 'items', 'isPaid'] : undefined;
}
const findInTest = (code: string): string[] => findMisspeltResultFields(code, { listFields });

describe('a field that a test reads of a result', () => {
  it.each([
    [
      "const res = Process('orders.Create', {}); t.assert.Nil(res.orderId);",
      'orderId',
      'Process("orders.Create")',
      'order_id',
    ],
    [
      'let res: any = null; res = await createOrder(); t.assert.False(res.is_paid);',
      'is_paid',
      'createOrder()',
      'isPaid',
    ],
    ['const res = createOrder(); if (res?.item) t.assert.True(false);', 'item', 'createOrder()', 'items'],
    ['const { orderId, items: all } = createOrder(); t.assert.Nil(orderId);', 'orderId', 'createOrder()', 'order_id'],
    ['const res = createOrder(); const { orderId } = res;\n', 'orderId', 'createOrder()', 'order_id'],
    ['const res = createOrder(); t.assert.Nil((res as any).orderId);', 'orderId', 'createOrder()', 'order_id'],
  ])('is told where the result has a similar one: %s', (code, read, call, near) => {
    expect(findInTest(code)).toEqual([`the test reads "${read}" of the result of ${call}, which has "${near}"`]);
  });

  it.each([
    'const res = createOrder(); t.assert.Nil(res.error); t.assert.Equal(res.items.length, 1);',
    'const res = createOrder(); t.assert.Nil(res.orderId); t.assert.NotNil(res.order_id);',
    'const res = createOrder(); res.orderId = res.items[0];',
    'const res = Process("orders.Find"); t.assert.Nil(res.orderId);',
    'let res = createOrder(); res = other(); t.assert.Nil(res.orderId);',
    'const res = createOrder(); t.assert.Equal(res.toString(), "x"); t.assert.Nil(other.orderId);',
    'const res = orders.createOrder(); t.assert.Nil(res.orderId);',
  ])('is not told otherwise: %s', (code) => {
    expect(findInTest(code)).toEqual([]);
  });
});

describe('the fields that a function returns', () => {
  it.each<[string, string[] | undefined]>([
    [
      "function make(x: { a: number }) { if (!x) return null; return { order_id: x.a, items: [{ sku: 1 }], 'is-paid': f(1, 2) }; }",
      ['order_id', 'items', 'is-paid'],
    ],
    ["export const make = async (x) => ({ name, text: 'a, b: c', sum: () => 1 });", ['name', 'text', 'sum']],
    ['function make() { if (a) return { ok: true };\n return { ok: false, error: `a, b` }; }', ['ok', 'ok', 'error']],
    ['function make() { return { ...order, id: 1 }; }', undefined],
    ['function make() { const order = load(); return order; }', undefined],
    ['function make() { return { list: items.map((item) => { return item; }) }; }', undefined],
    ['function other() { return { id: 1 }; }', undefined],
  ])('are read from its text: %s', (code, fields) => {
    expect(listReturnedFields(code, 'make')).toEqual(fields);
  });
});

describe('a field that a function reads of an argument', () => {
  const output = { order_id: 'A1', refunds: [] };
  it.each([
    ['export function check(output) { return output.orderId === undefined; }', 'orderId', 'output', 'order_id'],
    ['export function check(output: any, input: string) { return !output.refund; }', 'refund', 'output', 'refunds'],
    ['export const check = ({ orderId }) => orderId === undefined;', 'orderId', 'its argument', 'order_id'],
  ])('is told where the argument has a similar one: %s', (code, read, argument, near) => {
    expect(findMisspeltArgumentField({ code, name: 'check' }, [output, 'hi'])?.message).toBe(
      `check reads "${read}" of ${argument}, which has "${near}"`,
    );
  });

  it.each([
    'function check(output) { return output.error === undefined; }',
    'function check(output) { return (output.orderId ?? output.order_id) === "A1"; }',
    'function check(output, input) { return input.orderId === undefined; }',
    'function check(...all) { return all.length > 0; }',
  ])('is not told otherwise: %s', (code) => {
    expect(findMisspeltArgumentField({ code, name: 'check' }, [output, 'hi'])).toBeUndefined();
  });
});
