import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventParser, type ServerEvent } from './event-stream.ts';

function parse(pieces: readonly string[]): ServerEvent[] {
  const parser = createEventParser();
  return [...pieces.flatMap((piece) => parser.push(piece)), ...parser.end()];
}

describe('a stream of server-sent events', () => {
  it.each([
    ['lines of data are one text', 'data: a\ndata:b\n\n', [{ name: 'message', data: 'a\nb' }]],
    [
      'an event may have a name',
      'event: error\ndata: x\n\ndata: y\n\n',
      [
        { name: 'error', data: 'x' },
        { name: 'message', data: 'y' },
      ],
    ],
    [
      'comments and other fields are not events',
      ': alive\n\nid: 1\nretry: 5\n\ndata\n\n',
      [{ name: 'message', data: '' }],
    ],
    ['a stream may stop after its last line', 'data: a', [{ name: 'message', data: 'a' }]],
  ])('%s', (_what, text, events) => {
    expect(parse([text])).toEqual(events);
  });

  it('is the same wherever it is cut, and whichever way its lines end', () => {
    const line = fc.stringMatching(/^[^\r\n]*$/);
    fc.assert(
      fc.property(
        fc.array(fc.array(line, { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.array(fc.nat(40), { maxLength: 8 }),
        (events, end, cuts) => {
          const text = events.map((lines) => `${lines.map((data) => `data: ${data}${end}`).join('')}${end}`).join('');
          const places = cuts.filter((cut) => cut < text.length).toSorted((left, right) => left - right);
          const pieces = [0, ...places].map((place, index) => text.slice(place, places[index] ?? text.length));
          expect(parse(pieces)).toEqual(events.map((lines) => ({ name: 'message', data: lines.join('\n') })));
        },
      ),
    );
  });
});
