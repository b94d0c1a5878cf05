import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRfc3339, formatTime } from './format-time.ts';

const time = new Date('2026-01-04T05:06:07.089Z');

describe('formatTime', () => {
  it.each([
    ['%Y-%m-%d %H:%M:%S', '2026-01-04 05:06:07'],
    ['%F %T', '2026-01-04 05:06:07'],
    ['%D %R %r', '01/04/26 05:06 05:06:07 AM'],
    ['%a %A %b %B %h', 'Sun Sunday Jan January Jan'],
    ['%-d|%_d|%e|%-H|%0e', '4| 4| 4|5|04'],
    ['%I %l %p %P %k', '05  5 AM am  5'],
    ['%j %u %w %y %C', '004 7 0 26 20'],
    ['%U %W %V %G %g', '01 00 01 2026 26'],
    ['%z %:z %Z', '+0000 +00:00 UTC'],
    ['%f %.f %3f %.6f %s', '089000000 .089 089 .089000 1767503167'],
    ['100%% %n%t', '100% \n\t'],
    ['%c', 'Sun Jan  4 05:06:07 2026'],
    ['%v', ' 4-Jan-2026'],
    ['no time', 'no time'],
  ])('writes %j as %j', (format, text) => {
    expect(formatTime(format, time, 'utc')).toEqual({ text });
  });

  it('counts the first days of a year to the last week of the one before', () => {
    const first = new Date('2027-01-01T00:00:00Z');
    expect(formatTime('%G-W%V %g %U %W', first, 'utc').text).toBe('2026-W53 26 00 00');
  });

  it('says midnight and noon as twelve', () => {
    expect(formatTime('%I %p', new Date('2026-01-01T00:30:00Z'), 'utc').text).toBe('12 AM');
    expect(formatTime('%I %p', new Date('2026-01-01T12:30:00Z'), 'utc').text).toBe('12 PM');
  });

  it('names the first letter that there is not', () => {
    expect(formatTime('%Y %Q %E', time, 'utc').unknownSpecifier).toBe('%Q');
  });

  it('shows the same moment on every clock', () => {
    expect(new Date(formatRfc3339(time, 'local'))).toEqual(time);
    expect(new Date(formatRfc3339(time, 'utc'))).toEqual(time);
  });

  it('takes any text, and leaves what is not a letter of a time', () => {
    fc.assert(
      fc.property(fc.string(), fc.date({ noInvalidDate: true }), (format, moment) => {
        const { text } = formatTime(format, moment, 'utc');
        if (!format.includes('%')) expect(text).toBe(format);
      }),
    );
  });
});
