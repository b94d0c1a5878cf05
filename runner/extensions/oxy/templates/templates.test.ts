import { describe, expect, it } from 'vitest';
import { AgentError } from '../../../ports/index.ts';
import type { JsonObject } from '../../../values/index.ts';
import { createTemplates } from './templates.ts';

const { render, evaluate } = createTemplates();
const { render: renderAtNoon } = createTemplates(() => new Date('2026-03-01T12:34:56.789Z'));

describe('rendering', () => {
  it('fills in values, loops and conditions', () => {
    const template = 'Hi {{ user.name }}{% if shout %}!{% endif %}{% for tag in tags %} #{{ tag }}{% endfor %}';
    expect(render(template, { user: { name: 'Ann' }, shout: true, tags: ['a', 'b'] })).toBe('Hi Ann! #a #b');
  });

  it('leaves text without any template as it is, its last line break too', () => {
    expect(render('A {brace} and a % sign\n', {})).toBe('A {brace} and a % sign\n');
  });

  it('escapes nothing', () => {
    expect(render('{{ html }}', { html: '<b>"a" & b</b>' })).toBe('<b>"a" & b</b>');
  });

  it('renders nothing for what is not there', () => {
    expect(render('[{{ missing }}{{ user.missing }}]', { user: {} })).toBe('[]');
  });

  it('refuses to look into what is not there, with the line', () => {
    expect(() => render('one\n{{ missing.name }}', {})).toThrow('undefined value, in line 2 of the template');
  });

  it.each([
    ['a block that does not end', 'a\nb {{ name', 'syntax error: unexpected end of input', 'in line 2'],
    ['an unknown filter', '{{ name | shout }}', 'filter shout is unknown', 'in line 1'],
    ['an unknown function', '\n\n{{ fetch("x") }}', 'fetch is unknown', 'in line 3'],
    ['a file that is included', '{% include "other" %}', 'template not found', 'in line 1'],
  ])('refuses %s', (_what, template, reason, line) => {
    expect(() => render(template, { name: 'x' })).toThrow(AgentError);
    expect(() => render(template, { name: 'x' })).toThrow(reason);
    expect(() => render(template, { name: 'x' })).toThrow(`${line} of the template`);
  });

  it('stops a template that would never end', () => {
    const endless = '{% for a in range(90000) %}{% for b in range(90000) %}{% endfor %}{% endfor %}';
    expect(() => render(endless, {})).toThrow('takes too many steps');
  });

  it('renders other templates after one that needed too much memory', () => {
    expect(() => render('{{ "0123456789" * 1000000000 }}', {})).toThrow('too much memory');
    expect(render('{{ a }}', { a: 1 })).toBe('1');
    expect(() => render('{{ a.b.c }}', {})).toThrow('undefined value, in line 1');
  });

  it('writes values as JSON and as text of SQL', () => {
    expect(render('{{ v | tojson }}', { v: { a: ['<"', null, 1.5, true] } })).toBe('{"a":["<\\"",null,1.5,true]}');
    expect(render('{{ v | sqlquote }}', { v: "O'Brien" })).toBe("'O''Brien'");
  });

  it('tells the time', () => {
    expect(renderAtNoon('{{ now(utc=true) }}', {})).toBe('2026-03-01T12:34:56.789+00:00');
    expect(renderAtNoon("{{ now(utc=true, fmt='%A, %B %d, %Y %I:%M %p') }}", {})).toBe(
      'Sunday, March 01, 2026 12:34 PM',
    );
    expect(renderAtNoon('{{ now() }}', {})).toMatch(/^2026-\d\d-\d\dT\d\d:\d\d:56\.789[+-]\d\d:\d\d$/);
  });

  it('refuses a time format that has a letter of its own', () => {
    expect(() => render("{{ now(fmt='%Y %Q') }}", {})).toThrow('now(fmt="%Y %Q"): there is no "%Q"');
    expect(() => render('{{ a.b.c }}', {})).toThrow('undefined value, in line 1');
  });
});

describe('evaluating', () => {
  it('answers values, not texts', () => {
    const values: JsonObject = { orders: { value: [{ id: 1 }, { id: 2, note: null }] } };
    expect(evaluate('{{ orders.value }}', values)).toEqual([{ id: 1 }, { id: 2, note: null }]);
    expect(evaluate('orders.value[1].id', values)).toBe(2);
    expect(evaluate('{{ orders.value | length > 1 }}', values)).toBe(true);
  });

  it('answers null for what is not there', () => {
    expect(evaluate('missing', {})).toBeNull();
  });

  it('refuses what is not an expression', () => {
    expect(() => evaluate('{{ 1 + }}', {})).toThrow('syntax error');
  });
});
