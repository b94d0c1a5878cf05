import type { RE2JS } from 're2js';

/** An instruction in the program to which re2js compiles a pattern. */
export type RegexInstruction = {
  op: number;
  out: number;
  arg: number;
  matchRune: (rune: number) => boolean;
  runes: ArrayLike<number>;
};

/** The kinds of characters between which `^`, `$` and `\b` distinguish. `edge` is the beginning or end of the text. */
const characterKinds = ['edge', 'newline', 'word', 'other'] as const;
type CharacterKind = (typeof characterKinds)[number];

export const regexOpcodes = {
  alternatives: [1, 2],
  emptyWidth: 4,
  fail: 5,
  match: 6,
  rune: 8,
  any: 10,
  anyButNewline: 11,
};

/**
 * Returns true if a pattern matches no text, such as `costs $42`, where `$` means the end. Visits each instruction of
 * the compiled program at most once for each kind of preceding character, so the time is linear.
 */
export function matchesNothing(compiled: RE2JS): boolean {
  const { prog } = compiled.re2();
  const program: readonly RegexInstruction[] = prog.inst;
  const openStates = characterKinds.map((before) => ({ at: prog.start, before }));
  const visited = new Set(openStates.map(({ at, before }) => `${at} ${before}`));
  for (let state = openStates.pop(); state !== undefined; state = openStates.pop()) {
    for (const following of characterKinds) {
      const reachable = listReachableInstructions(program, { ...state, following });
      if (reachable === 'match') return false;
      for (const at of reachable) {
        const key = `${at} ${following}`;
        if (visited.has(key)) continue;
        visited.add(key);
        openStates.push({ at, before: following });
      }
    }
  }
  return true;
}

type RegexProgramPosition = { at: number; before: CharacterKind; following: CharacterKind };

/** Returns the instructions that are reachable from an instruction by reading one character of the given kind. */
function listReachableInstructions(
  program: readonly RegexInstruction[],
  { at, before, following }: RegexProgramPosition,
): 'match' | number[] {
  const reachable: number[] = [];
  const openInstructions = [at];
  const visited = new Set(openInstructions);
  const visitInstruction = (next: number): void => {
    if (visited.has(next)) return;
    visited.add(next);
    openInstructions.push(next);
  };
  for (let pc = openInstructions.pop(); pc !== undefined; pc = openInstructions.pop()) {
    const instruction = program[pc];
    if (instruction === undefined || instruction.op === regexOpcodes.fail) continue;
    const { op, out, arg } = instruction;
    if (op === regexOpcodes.match) return 'match';
    if (op >= regexOpcodes.rune && op <= regexOpcodes.anyButNewline) {
      if (acceptsCharacter(instruction, following)) reachable.push(out);
    } else if (op !== regexOpcodes.emptyWidth || areEmptyWidthFlagsMet(arg, before, following)) {
      visitInstruction(out);
      if (regexOpcodes.alternatives.includes(op)) visitInstruction(arg);
    }
  }
  return reachable;
}

const emptyWidthFlag = { beginLine: 1, endLine: 2, beginText: 4, endText: 8, boundary: 16, noBoundary: 32 };

function areEmptyWidthFlagsMet(flags: number, before: CharacterKind, following: CharacterKind): boolean {
  const isBoundary = (before === 'word') !== (following === 'word');
  const unmetFlags =
    (before === 'edge' ? 0 : emptyWidthFlag.beginText) |
    (following === 'edge' ? 0 : emptyWidthFlag.endText) |
    (before === 'edge' || before === 'newline' ? 0 : emptyWidthFlag.beginLine) |
    (following === 'edge' || following === 'newline' ? 0 : emptyWidthFlag.endLine) |
    (isBoundary ? emptyWidthFlag.noBoundary : emptyWidthFlag.boundary);
  return (flags & unmetFlags) === 0;
}

const asciiRunes = Array.from({ length: 128 }, (_, rune) => rune);

function acceptsCharacter(instruction: RegexInstruction, kind: CharacterKind): boolean {
  if (kind === 'edge') return false;
  if (instruction.op === regexOpcodes.any) return true;
  if (instruction.op === regexOpcodes.anyButNewline) return kind !== 'newline';
  // Testing the first and the last character of a range is enough, because a range outside of ASCII contains only one
  // kind of characters.
  const candidates = [...asciiRunes, ...Array.from(instruction.runes)];
  return candidates.some((rune) => classifyCharacter(rune) === kind && instruction.matchRune(rune));
}

function classifyCharacter(rune: number): CharacterKind {
  if (rune === 10) return 'newline';
  return rune < 128 && /\w/.test(String.fromCharCode(rune)) ? 'word' : 'other';
}
