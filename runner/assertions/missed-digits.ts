import { compilePattern } from './compile-pattern.ts';

/** Numbers of cards and accounts, which people write in groups. Shorter numbers, such as dates, often have no groups. */
const longNumber = /[0-9]{12,}/;

/** A script with digits of its own. `zeros`: the first of its digits. */
export type DigitScript = { name: string; letter: RegExp; zeros: readonly [number, ...number[]] };

const digitScripts: readonly DigitScript[] = [
  { name: 'Arabic', letter: /\p{Script=Arabic}/u, zeros: [0x660, 0x6f0] },
  { name: 'Devanagari', letter: /\p{Script=Devanagari}/u, zeros: [0x966] },
  { name: 'Bengali', letter: /\p{Script=Bengali}/u, zeros: [0x9e6] },
];

/** The script of a text, if that script has digits of its own. */
export function findDigitScript(text: string): DigitScript | undefined {
  return digitScripts.find(({ letter }) => letter.test(text));
}

/**
 * Returns why a forbidding pattern misses numbers that it means: it is tried on a text that it matches, with the
 * digits in groups, and in the digits of the script in which the user writes.
 */
export function findMissedDigits(source: string, script: DigitScript | undefined): string | undefined {
  if (!/\\d|[0-9]-?[0-9]|\\pN|\\p\{N/.test(source)) return undefined;
  const compiled = compilePattern(source);
  if (compiled.kind === 'invalid') return undefined;
  const { pattern } = compiled;
  const text = pattern.example();
  if (text === undefined) return undefined;
  const [number] = longNumber.exec(text) ?? [];
  if (number !== undefined && !digitGroupings(number).some((grouped) => pattern.found(text.replace(number, grouped)))) {
    const grouped = JSON.stringify(inGroups(number, 4, ' '));
    return `finds no number in groups, such as ${grouped}; allow a space or a dash, as in (?:\\d[ -]?){${number.length}}`;
  }
  if (script === undefined || !/[0-9]/.test(text)) return undefined;
  if (script.zeros.some((zero) => pattern.found(withDigits(text, zero)))) return undefined;
  const example = withDigits('42', script.zeros[0]);
  return `finds only the digits 0-9; an answer in ${script.name} script may have others, such as ${example}, which \\p{Nd} matches, too`;
}

/** The number with one separator anywhere, or with groups of one length. */
function digitGroupings(number: string): string[] {
  const places = Array.from({ length: number.length - 1 }, (_, index) => index + 1);
  return [' ', '-', '.'].flatMap((sign) => [
    ...places.map((place) => number.slice(0, place) + sign + number.slice(place)),
    ...[2, 3, 4, 5].map((length) => inGroups(number, length, sign)),
  ]);
}

function inGroups(number: string, length: number, sign: string): string {
  return number.replace(new RegExp(`[0-9]{${length}}(?=[0-9])`, 'g'), `$&${sign}`);
}

function withDigits(text: string, zero: number): string {
  return text.replace(/[0-9]/g, (digit) => String.fromCodePoint(zero + Number(digit)));
}
