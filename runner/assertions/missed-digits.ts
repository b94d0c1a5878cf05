import type { CompiledRegex } from './compile-pattern.ts';

/**
 * Numbers of cards and accounts, which people write in groups. Shorter numbers, such as dates, often have no groups.
 */
const longNumberPattern = /[0-9]{12,}/;

/** A script (such as Arabic) with its own digits. `zeros` has the first of its digits. */
export type DigitScript = { name: string; letter: RegExp; zeros: readonly [number, ...number[]] };

const digitScripts: readonly DigitScript[] = [
  { name: 'Arabic', letter: /\p{Script=Arabic}/u, zeros: [0x660, 0x6f0] },
  { name: 'Devanagari', letter: /\p{Script=Devanagari}/u, zeros: [0x966] },
  { name: 'Bengali', letter: /\p{Script=Bengali}/u, zeros: [0x9e6] },
];

/** Returns the script of a text, if that script has its own digits. */
export function findDigitScript(text: string): DigitScript | undefined {
  return digitScripts.find(({ letter }) => letter.test(text));
}

const zerosOfAllScripts = [...digitScripts.flatMap(({ zeros }) => [...zeros]), 0xff10];

/** Replaces the digits of other scripts, such as those in ٥٠, by 0-9. The length of the text stays the same. */
export function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = zerosOfAllScripts.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/**
 * Returns why a pattern that forbids numbers may miss some of them. The pattern is tried on a text that it matches,
 * with the digits in groups, and with the digits of the script in which the user writes.
 */
export function findMissedDigits(
  source: string,
  { pattern, script }: { pattern: CompiledRegex; script: DigitScript | undefined },
): string | undefined {
  if (!/\\d|[0-9]-?[0-9]|\\pN|\\p\{N/.test(source)) return undefined;
  const text = pattern.example();
  if (text === undefined) return undefined;
  const { 0: number, index: from = 0 } = longNumberPattern.exec(text) ?? {};
  if (number !== undefined && !pattern.matchesWithDigitSeparators({ text, from, to: from + number.length })) {
    const groupedNumber = JSON.stringify(number.replace(/[0-9]{4}(?=[0-9])/g, '$& '));
    return `finds no number in groups, such as ${groupedNumber}; allow a space or a dash, as in (?:\\d[ -]?){${number.length}}`;
  }
  if (script === undefined || !/[0-9]/.test(text)) return undefined;
  if (script.zeros.some((zero) => pattern.matches(replaceAsciiDigits(text, zero)))) return undefined;
  const example = replaceAsciiDigits('42', script.zeros[0]);
  return `finds only the digits 0-9; an answer in ${script.name} script may have others, such as ${example}, which \\p{Nd} matches, too`;
}

function replaceAsciiDigits(text: string, zero: number): string {
  return text.replace(/[0-9]/g, (digit) => String.fromCodePoint(zero + Number(digit)));
}
