import { timeFormat, utcFormat } from 'd3-time-format';

export type TimeZoneChoice = 'utc' | 'local';

/** Specifiers that are abbreviations for several others. */
const compoundSpecifiers: Record<string, string> = {
  F: '%Y-%m-%d',
  D: '%m/%d/%y',
  x: '%m/%d/%y',
  T: '%H:%M:%S',
  X: '%H:%M:%S',
  R: '%H:%M',
  r: '%I:%M:%S %p',
  v: '%e-%b-%Y',
  c: '%a %b %e %H:%M:%S %Y',
  '+': '%Y-%m-%dT%H:%M:%S%:z',
};

/** Specifiers with the same meaning in `d3-time-format` and in oxy. */
const unchangedSpecifiers = /^[aAbBdegGHIjmMpsSuUVwWyY%]$/;

/**
 * Formats a time with `strftime` specifiers. `%-d` removes the leading zero, `%_d` replaces it with a space. If there
 * is an unknown specifier, returns the first one as `unknownSpecifier`.
 */
export function formatTime(
  format: string,
  time: Date,
  zone: TimeZoneChoice,
): { text: string; unknownSpecifier?: string } {
  const renderSpecifier = (specifier: string): string => (zone === 'utc' ? utcFormat : timeFormat)(specifier)(time);
  let unknownSpecifier: string | undefined;
  const padPart = (part: string): string =>
    part.replaceAll(/%([-_0]?)(\.?\d*f|:*[\w%+])/g, (match, flag: string, letter: string) => {
      const compound = compoundSpecifiers[letter];
      if (compound !== undefined) return padPart(compound);
      if (unchangedSpecifiers.test(letter)) return renderSpecifier(match);
      const value = formatChronoField(letter, flag, renderSpecifier);
      if (value === undefined) unknownSpecifier ??= match;
      return value ?? match;
    });
  const text = padPart(format);
  return unknownSpecifier === undefined ? { text } : { text, unknownSpecifier };
}

/** Formats a time as RFC 3339, such as `2026-03-01T09:30:00+02:00`. */
export function formatRfc3339(time: Date, zone: TimeZoneChoice): string {
  return formatTime('%Y-%m-%dT%H:%M:%S%.3f%:z', time, zone).text;
}

/** Formats those specifiers of oxy (of Rust's `chrono`) that `d3-time-format` lacks or formats differently. */
function formatChronoField(letter: string, flag: string, render: (specifier: string) => string): string | undefined {
  const milliseconds = render('%L');
  const offset = render('%Z');
  const offsetWithColon = `${offset.slice(0, 3)}:${offset.slice(3)}`;
  const fields: Record<string, string> = {
    C: render('%Y').slice(0, -2),
    h: render('%b'),
    k: render(`%${flag || '_'}H`),
    l: render(`%${flag || '_'}I`),
    P: render('%p').toLowerCase(),
    f: `${milliseconds}000000`,
    '.f': milliseconds === '000' ? '' : `.${milliseconds}`,
    '3f': milliseconds,
    '6f': `${milliseconds}000`,
    '9f': `${milliseconds}000000`,
    '.3f': `.${milliseconds}`,
    '.6f': `.${milliseconds}000`,
    '.9f': `.${milliseconds}000000`,
    z: offset,
    ':z': offsetWithColon,
    Z: offset === '+0000' ? 'UTC' : offsetWithColon,
    t: '\t',
    n: '\n',
  };
  return fields[letter];
}
