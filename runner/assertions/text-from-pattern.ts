import type { RE2JS } from 're2js';
import { operation, type RegexInstruction } from './matches-nothing.ts';

/**
 * The maximum length of the text. Longer texts show nothing more, and a pattern may repeat a character thousands of
 * times.
 */
const MOST_CHARACTERS = 200;

type PatternMatchState = { at: number; text: string };

/**
 * The shortest text that a pattern matches, with a digit wherever one fits. Undefined if there is none, or if it
 * depends on anchors or word boundaries.
 */
export function createTextMatchingPattern(compiled: RE2JS): string | undefined {
  const { prog } = compiled.re2();
  const visited = new Set<number>();
  let open: PatternMatchState[] = [{ at: prog.start, text: '' }];
  for (let length = 0; length <= MOST_CHARACTERS && open.length > 0; length += 1) {
    const { matched, next } = extendByOneCharacter(prog.inst, open, visited);
    if (matched !== undefined)
      return hasZeroWidthAssertions(prog.inst) && !compiled.test(matched) ? undefined : matched;
    open = next;
  }
  return undefined;
}

/**
 * True if a pattern has anchors or word boundaries. Without them, every text that leads through the pattern matches it.
 */
function hasZeroWidthAssertions(program: readonly RegexInstruction[]): boolean {
  return program.some(({ op }) => op === operation.emptyWidth);
}

/** Follows the instructions that read no character, up to the next instructions that read one. */
function extendByOneCharacter(
  program: readonly RegexInstruction[],
  open: PatternMatchState[],
  visited: Set<number>,
): { matched?: string; next: PatternMatchState[] } {
  const next: PatternMatchState[] = [];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const instruction = program[path.at];
    if (instruction === undefined || instruction.op === operation.fail || visited.has(path.at)) continue;
    visited.add(path.at);
    const { op, out, arg } = instruction;
    const { text } = path;
    if (op === operation.match) return { matched: text, next };
    if (consumesCharacter(op)) {
      const character = chooseMatchingCharacter(instruction);
      if (character !== undefined) next.push({ at: out, text: text + character });
    } else {
      open.push({ at: out, text });
      if (operation.alternatives.includes(op)) open.push({ at: arg, text });
    }
  }
  return { next };
}

function consumesCharacter(op: number): boolean {
  return op >= operation.rune && op <= operation.anyButNewline;
}

const preferred = ['4', 'x', ' ', '-'].map((character) => character.codePointAt(0) ?? 0);

function chooseMatchingCharacter(instruction: RegexInstruction): string | undefined {
  if (instruction.op >= operation.any) return 'x';
  const matchesRune = (rune: number): boolean => instruction.matchRune(rune);
  const rune = preferred.find(matchesRune) ?? Array.from(instruction.runes).find(matchesRune);
  return rune === undefined ? undefined : String.fromCodePoint(rune);
}

/** The position of a number in a text. */
export type NumberInText = { text: string; from: number; to: number };

/**
 * True if a pattern also matches when spaces, dashes or dots are inserted between digits of a number in a text that it
 * matches. Tries all positions at once: the text is read only once, with the set of instructions that each variant may
 * have reached.
 */
export function matchesWithDigitSeparators(compiled: RE2JS, { text, from, to }: NumberInText): boolean {
  const { prog } = compiled.re2();
  let plain = [prog.start];
  let grouped: number[] = [];
  for (let position = 0; position <= text.length; position += 1) {
    const unsigned = findConsumingInstructions(prog.inst, plain).readers;
    const isInside = position > from && position < to;
    const signed = isInside
      ? [...unsigned, ...findConsumingInstructions(prog.inst, grouped).readers].filter(acceptsDigitSeparator)
      : [];
    const { readers, isMatch } = findConsumingInstructions(prog.inst, [...grouped, ...signed.map(({ out }) => out)]);
    if (isMatch) return true;
    const rune = text.charCodeAt(position);
    plain = unsigned.filter((reader) => acceptsRune(reader, rune)).map(({ out }) => out);
    grouped = readers.filter((reader) => acceptsRune(reader, rune)).map(({ out }) => out);
  }
  return false;
}

const signs = Array.from(' -.', (sign) => sign.charCodeAt(0));

function acceptsDigitSeparator(instruction: RegexInstruction): boolean {
  return signs.some((rune) => acceptsRune(instruction, rune));
}

function acceptsRune(instruction: RegexInstruction, rune: number): boolean {
  return instruction.op >= operation.any || instruction.matchRune(rune);
}

/** Returns the instructions that read the next character, after the instructions that a variant may have reached. */
function findConsumingInstructions(
  program: readonly RegexInstruction[],
  starts: readonly number[],
): { readers: RegexInstruction[]; isMatch: boolean } {
  const open = [...starts];
  const visited = new Set<number>();
  const readers: RegexInstruction[] = [];
  let isMatch = false;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const instruction = program[at];
    if (instruction === undefined || instruction.op === operation.fail || visited.has(at)) continue;
    visited.add(at);
    if (instruction.op === operation.match) isMatch = true;
    else if (consumesCharacter(instruction.op)) readers.push(instruction);
    else {
      open.push(instruction.out);
      if (operation.alternatives.includes(instruction.op)) open.push(instruction.arg);
    }
  }
  return { readers, isMatch };
}
