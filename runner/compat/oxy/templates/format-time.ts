/** Whose clock a time is read from. */
export type TimeZoneChoice = 'utc' | 'local';

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

/** Several that stand for one. */
const compounds: Record<string, string> = {
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

/** A time by the letters of `strftime`; `unknown` is the first that there is not. `%-d` has no zero before it, `%_d` a space. */
export function formatTime(format: string, time: Date, zone: TimeZoneChoice): { text: string; unknown?: string } {
  let unknown: string | undefined;
  const fill = (part: string): string =>
    part.replaceAll(/%([-_0]?)(\.?\d*f|:*[\w%+])/g, (whole, flag: string, letter: string) => {
      const compound = compounds[letter];
      if (compound !== undefined) return fill(compound);
      const value = fieldOf(letter, time, zone);
      if (value === undefined) unknown ??= whole;
      return value === undefined ? whole : padded(value, flag);
    });
  const text = fill(format);
  return unknown === undefined ? { text } : { text, unknown };
}

/** `2026-03-01T09:30:00+02:00` */
export function rfc3339(time: Date, zone: TimeZoneChoice): string {
  return formatTime('%Y-%m-%dT%H:%M:%S%.3f%:z', time, zone).text;
}

function padded(value: string, flag: string): string {
  if (flag === '' || flag === '0')
    return flag === '0' ? value.replace(/^ +/, (blank) => '0'.repeat(blank.length)) : value;
  return value.replace(/^[ 0]+(?=\d)/, (zeros) => (flag === '-' ? '' : ' '.repeat(zeros.length)));
}

function fieldOf(letter: string, time: Date, zone: TimeZoneChoice): string | undefined {
  const shift = zone === 'utc' ? 0 : -time.getTimezoneOffset();
  // Read as UTC, this shows what the wanted clock shows.
  const shown = new Date(time.getTime() + shift * 60_000);
  return dateField(letter, shown) ?? clockField(letter, shown) ?? otherField(letter, time, shift);
}

function dateField(letter: string, shown: Date): string | undefined {
  const year = shown.getUTCFullYear();
  const date = shown.getUTCDate();
  const day = shown.getUTCDay();
  const month = shown.getUTCMonth();
  const fields: Record<string, string> = {
    Y: String(year),
    C: two(Math.floor(year / 100)),
    y: two(year % 100),
    m: two(month + 1),
    B: months[month] ?? '',
    b: (months[month] ?? '').slice(0, 3),
    h: (months[month] ?? '').slice(0, 3),
    d: two(date),
    e: String(date).padStart(2),
    A: days[day] ?? '',
    a: (days[day] ?? '').slice(0, 3),
    w: String(day),
    u: String(day === 0 ? 7 : day),
    j: String(dayOfYear(shown)).padStart(3, '0'),
    ...weekFields(shown),
  };
  return fields[letter];
}

function clockField(letter: string, shown: Date): string | undefined {
  const hour = shown.getUTCHours();
  const half = hour % 12 === 0 ? 12 : hour % 12;
  const milliseconds = String(shown.getUTCMilliseconds()).padStart(3, '0');
  const fields: Record<string, string> = {
    H: two(hour),
    k: String(hour).padStart(2),
    I: two(half),
    l: String(half).padStart(2),
    M: two(shown.getUTCMinutes()),
    S: two(shown.getUTCSeconds()),
    p: hour < 12 ? 'AM' : 'PM',
    P: hour < 12 ? 'am' : 'pm',
    f: `${milliseconds}000000`,
    '.f': milliseconds === '000' ? '' : `.${milliseconds}`,
    '3f': milliseconds,
    '6f': `${milliseconds}000`,
    '9f': `${milliseconds}000000`,
    '.3f': `.${milliseconds}`,
    '.6f': `.${milliseconds}000`,
    '.9f': `.${milliseconds}000000`,
  };
  return fields[letter];
}

function otherField(letter: string, time: Date, shift: number): string | undefined {
  const offset = `${shift < 0 ? '-' : '+'}${two(Math.floor(Math.abs(shift) / 60))}`;
  const minutes = two(Math.abs(shift) % 60);
  const fields: Record<string, string> = {
    z: `${offset}${minutes}`,
    ':z': `${offset}:${minutes}`,
    Z: shift === 0 ? 'UTC' : `${offset}:${minutes}`,
    s: String(Math.floor(time.getTime() / 1000)),
    t: '\t',
    n: '\n',
    '%': '%',
  };
  return fields[letter];
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function dayOfYear(shown: Date): number {
  return Math.floor((shown.getTime() - Date.UTC(shown.getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
}

/** Weeks from the first Sunday, from the first Monday, and as ISO 8601 counts them, with the year that they belong to. */
function weekFields(shown: Date): Record<string, string> {
  const day = shown.getUTCDay();
  const sinceMonday = (day + 6) % 7;
  const thursday = new Date(shown.getTime() + (3 - sinceMonday) * 86_400_000);
  return {
    U: two(Math.floor((dayOfYear(shown) + 6 - day) / 7)),
    W: two(Math.floor((dayOfYear(shown) + 6 - sinceMonday) / 7)),
    V: two(Math.floor((dayOfYear(thursday) - 1) / 7) + 1),
    G: String(thursday.getUTCFullYear()),
    g: two(thursday.getUTCFullYear() % 100),
  };
}
