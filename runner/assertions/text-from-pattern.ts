import type { RE2JS } from 're2js';
import { operation, type RegexInstruction } from './matches-nothing.ts';

/** Longer texts show nothing more, and a pattern may repeat a character thousands of times. */
const MOST_CHARACTERS = 200;

type PatternPath = { at: number; text: string };

/**
 * The shortest text that a pattern matches, with a digit wherever one fits. Undefined if there is none, or if it
 * depends on anchors or word boundaries.
 */
export function textFromPattern(compiled: RE2JS): string | undefined {
  const { prog } = compiled.re2();
  const visited = new Set<number>();
  let open: PatternPath[] = [{ at: prog.start, text: '' }];
  for (let length = 0; length <= MOST_CHARACTERS && open.length > 0; length += 1) {
    const { matched, next } = addCharacter(prog.inst, open, visited);
    if (matched !== undefined) return compiled.test(matched) ? matched : undefined;
    open = next;
  }
  return undefined;
}

/** Follows all instructions that read no character, and then each that reads one. */
function addCharacter(
  program: readonly RegexInstruction[],
  open: PatternPath[],
  visited: Set<number>,
): { matched?: string; next: PatternPath[] } {
  const next: PatternPath[] = [];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const instruction = program[path.at];
    if (instruction === undefined || instruction.op === operation.fail || visited.has(path.at)) continue;
    visited.add(path.at);
    const { op, out, arg } = instruction;
    const { text } = path;
    if (op === operation.match) return { matched: text, next };
    if (isReading(op)) {
      const character = characterFor(instruction);
      if (character !== undefined) next.push({ at: out, text: text + character });
    } else {
      open.push({ at: out, text });
      if (operation.alternatives.includes(op)) open.push({ at: arg, text });
    }
  }
  return { next };
}

function isReading(op: number): boolean {
  return op >= operation.rune && op <= operation.anyButNewline;
}

const preferred = ['4', 'x', ' ', '-'].map((character) => character.codePointAt(0) ?? 0);

function characterFor(instruction: RegexInstruction): string | undefined {
  if (instruction.op >= operation.any) return 'x';
  const rune = [...preferred, ...Array.from(instruction.runes)].find((each) => instruction.matchRune(each));
  return rune === undefined ? undefined : String.fromCodePoint(rune);
}
