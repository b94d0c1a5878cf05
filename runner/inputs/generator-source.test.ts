import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseGeneratorSource } from './generator-source.ts';

describe('the name of a generator', () => {
  it('types its parameters and keeps the unknown ones', () => {
    expect(
      parseGeneratorSource('agents:a.b?count=10&focus=edge-cases&x=1.5&y=true&z=.jsonl&e=1e3&t=True&n=&s=a%20b+c'),
    ).toEqual({
      by: 'agent',
      id: 'a.b',
      key: 'agents:a.b',
      count: 10,
      focus: 'edge-cases',
      extra: { x: 1.5, y: true, z: '.jsonl', e: 1000, t: 'True', n: '', s: 'a b c' },
    });
  });

  it('asks for five cases when nothing else is said, of agents and of scripts', () => {
    expect(parseGeneratorSource('agents:gen')).toMatchObject({ by: 'agent', count: 5, extra: {} });
    expect(parseGeneratorSource('scripts:tests.gen.Generate?focus=7')).toEqual({
      by: 'script',
      id: 'tests.gen.Generate',
      key: 'scripts:tests.gen.Generate',
      count: 5,
      focus: '7',
      extra: {},
    });
  });

  it('takes the first of a parameter that is given twice', () => {
    expect(parseGeneratorSource('agents:gen?count=2&count=3&x=1&x=2')).toMatchObject({ count: 2, extra: { x: 1 } });
  });

  it.each(['scripts.a.b', 'hello', 'agents', 'agents: who are they?', 'my agents:gen'])('is not %j', (text) => {
    expect(parseGeneratorSource(text)).toBeUndefined();
  });

  it.each([
    ['agents:', 'agents:: the name of the generator is missing; write agents:<name>'],
    ['scripts:?count=3', 'scripts:?count=3: the name of the generator is missing; write scripts:<name>'],
    ['agents:gen?count=0', 'agents:gen?count=0: count must be a whole number from 1 to 10000, not 0'],
    ['agents:gen?count=2.5', 'agents:gen?count=2.5: count must be a whole number from 1 to 10000, not 2.5'],
    ['agents:gen?count=many', 'agents:gen?count=many: count must be a whole number from 1 to 10000, not "many"'],
  ])('refuses %j', (text, message) => {
    expect(() => parseGeneratorSource(text)).toThrow(message);
  });

  it('reads or refuses whatever stands behind the question mark', () => {
    fc.assert(
      fc.property(fc.string(), (query) => {
        const parsed = parseGeneratorSource(
          `agents:gen?x=${encodeURIComponent(query)}&${query.replaceAll('count', '')}`,
        );
        expect(parsed?.key).toBe('agents:gen');
        expect(String(parsed?.extra.x)).toSatisfy((text) => text === query || Number(text) === Number(query));
      }),
    );
  });
});
