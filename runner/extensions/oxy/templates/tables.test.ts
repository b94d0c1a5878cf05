import { describe, expect, it } from 'vitest';
import { toTableTemplateValue } from './tables.ts';
import { createTemplates } from './templates.ts';

const { render, evaluate } = createTemplates();
const sales = toTableTemplateValue({
  columns: ['fruit', 'amount'],
  rows: [
    { fruit: 'kiwi', amount: 3 },
    { fruit: 'apple', amount: null },
  ],
});
const empty = toTableTemplateValue({ columns: ['fruit'], rows: [] });
const values = {
  sales,
  empty,
  rounds: [{ table: sales }, { table: empty }],
  list: [1, 2],
  map: { b: 1, a: [2] },
  title: 'x',
};

describe('a table in a template', () => {
  it.each([
    [
      'has its columns by name',
      '{{ sales.fruit }} {{ sales.fruit[1] }} {{ sales["amount"][0] }}',
      '["kiwi", "apple"] apple 3',
    ],
    [
      'is gone through by rows',
      '{% for row in sales %}{{ loop.index }} {{ row.fruit }};{% endfor %}',
      '1 kiwi;2 apple;',
    ],
    ['is gone through with a condition', '{% for row in sales if row.amount %}{{ row.fruit }}{% endfor %}', 'kiwi'],
    ['is gone through with blanks cut', '{%- for row in sales -%} {{ row.fruit }} {%- endfor -%}', 'kiwiapple'],
    ['is gone through after a filter', '{% for row in sales | reverse %}{{ row.fruit }} {% endfor %}', 'apple kiwi '],
    [
      'has as many items as rows',
      '{{ sales|length }}{% if sales | length > 1 %}!{% endif %} {{ empty | length }}',
      '2! 0',
    ],
    ['is a row a line', '[{{ sales }}]', '[{"fruit": "kiwi", "amount": 3}\n{"fruit": "apple", "amount": none}\n]'],
    ['has no rows', '{% for row in empty %}x{% else %}nothing{% endfor %}{{ empty.fruit }}', 'nothing[]'],
    [
      'is known in the rounds of a loop',
      '{% for r in rounds %}{% for row in r.table %}{{ row.fruit }} {% endfor %}{% endfor %}',
      'kiwi apple ',
    ],
    ['is known by its place', '{% for row in rounds[0].table %}{{ row.fruit }} {% endfor %}', 'kiwi apple '],
    ['is known by another name', '{% set t = sales %}{% for row in t %}{{ row.fruit }} {% endfor %}', 'kiwi apple '],
    [
      'is said to be one only in code',
      '{% raw %}{{ sales }}{% endraw %} {{ "{{ sales | length }}" }}',
      '{{ sales }} {{ sales | length }}',
    ],
  ])('%s', (_what, template, text) => {
    expect(render(template, values)).toBe(text);
  });

  it('leaves everything else as it is', () => {
    const template =
      '{{ list }} {{ map }} {{ title }} {{ title | upper }} [{{ nothing }}] {{ list | length }} {{ map | length }} ' +
      '{% for k in map %}{{ k }}{% endfor %} {% for n in list %}{{ n }}{% endfor %} {{ nothing | default("y") }} {{ title ~ "|" }}';
    const { sales: _, empty: __, rounds: ___, ...others } = values;
    expect(render(template, values)).toBe(render(template, others));
  });

  it('is a list of its rows where its value is asked for', () => {
    expect(evaluate('{{ sales }}', values)).toEqual([
      { fruit: 'kiwi', amount: 3 },
      { fruit: 'apple', amount: null },
    ]);
    expect(evaluate('sales.fruit', values)).toEqual(['kiwi', 'apple']);
    expect(evaluate('{{ sales | length > 1 }}', values)).toBe(true);
  });
});
