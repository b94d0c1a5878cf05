import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { createStepCounter, MAX_STEPS } from './count-steps.ts';

const SHORT_ATTACK_REPETITIONS = 16;
const MAX_WORDS = 4;
/** The upper limit from which on a quantifier counts as unlimited, because the test texts repeat a loop fewer times. */
const LIMITLESS = 201;
/** A character that no pattern contains. */
const NOTHING = '\u0001';

/**
 * The growth of the number of matching steps with the length of a text: 1 is linear, 2 quadratic. An endless match is
 * worse than any degree.
 */
export type StepGrowth = { degree: number; text: string };

/**
 * Attacks a pattern with texts that repeat what its loops match, and counts matching steps instead of time. Only the
 * generated texts are tried, so the returned degree is a lower bound.
 */
export function findWorstGrowth(source: string, flags: string): StepGrowth {
  const literal = new RegExpParser().parseLiteral(`/${new RegExp(source, flags).source}/${flags}`);
  const count = createStepCounter(literal);
  const worst: StepGrowth = { degree: 1, text: '' };
  for (const attack of buildAttacksOnLoops(literal)) {
    const short = count(buildAttackText(attack, SHORT_ATTACK_REPETITIONS));
    // If the growth is quadratic, each start position takes at least one step for each repetition after it; with fewer
    // steps in total, the attack need not be measured further.
    const repetitions = countRepetitions(attack, SHORT_ATTACK_REPETITIONS);
    if (short < repetitions ** 2 / 2) continue;
    const middle = count(buildAttackText(attack, 2 * SHORT_ATTACK_REPETITIONS));
    // The measured growth approaches the true degree from below, so an attack that grows more slowly than the worst one
    // so far cannot have a higher degree.
    const least = Math.max(2.6, 2 ** worst.degree);
    if (middle < least * short && middle < MAX_STEPS) continue;
    const long = count(buildAttackText(attack, 4 * SHORT_ATTACK_REPETITIONS));
    if (long < least * middle && long < MAX_STEPS) continue;
    const longer = count(buildAttackText(attack, 8 * SHORT_ATTACK_REPETITIONS));
    const degree = long >= MAX_STEPS ? Number.POSITIVE_INFINITY : Math.log2(longer / long);
    if (degree > worst.degree) Object.assign(worst, { degree, text: buildAttackText(attack, 3) });
    if (degree === Number.POSITIVE_INFINITY) break;
  }
  return worst;
}

type PatternAttack = { before: string; pump: string; end: string };

function buildAttackText(attack: PatternAttack, times: number): string {
  return attack.before + attack.pump.repeat(countRepetitions(attack, times)) + attack.end;
}

/** Long words are repeated less often, because the stack holds every attempted step. */
function countRepetitions({ pump }: PatternAttack, times: number): number {
  return Math.ceil(times / Math.ceil(pump.length / 6));
}

/** Builds attack texts for each loop: a text that leads to the loop, then a text that the loop matches. */
function buildAttacksOnLoops(literal: AST.RegExpLiteral): PatternAttack[] {
  const { chars, all, fits } = collectDistinctCharacters(literal);
  const generateWords = createMatchingWordGenerator({ chars, fits });
  // Patterns usually distinguish a line feed, but in multiline mode other characters end lines, too.
  const singles = [...chars.slice(0, 5), ...(literal.flags.multiline ? ['\r'] : [])];
  const attacks = new Map<string, PatternAttack>();
  const addAttack = (attack: PatternAttack): void => void attacks.set(JSON.stringify(attack), attack);
  visitRegExpAST(literal.pattern, {
    onQuantifierEnter(loop) {
      if (loop.max < LIMITLESS) return;
      const taken = generateWords(loop.element);
      const befores = generateWordsBeforeLoop(loop, generateWords);
      // A loop may also match the text that comes before it, such as `\\"` in a quoted string.
      const begins = new Set(befores.flatMap(([first]) => first ?? []));
      const nested = [...begins].flatMap((first) =>
        createMatchingWordGenerator({ chars: [first, ...chars], fits })(loop.element),
      );
      const pumps = new Set([...taken, ...nested, ...singles].filter((word) => word !== ''));
      const rest = `\n${NOTHING}`;
      const stops = all.filter((char) => !taken.includes(char) && !fits(loop.element, char)).slice(0, 3);
      for (const end of ['', NOTHING, rest + rest, ...stops]) {
        for (const before of ['', NOTHING, ...stops.slice(0, 1), ...befores])
          for (const pump of pumps) addAttack({ before, pump, end });
        for (const before of befores) {
          for (const word of ['', ...taken])
            if (before + word !== '') addAttack({ before: '', pump: before + word, end });
        }
      }
    },
  });
  return [...attacks.values()];
}

/** Returns the characters that a pattern distinguishes. Characters that most parts of the pattern match come first. */
function collectDistinctCharacters(literal: AST.RegExpLiteral) {
  const all = new Set(['a', 'A', '0', ' ', '\n', '\t', '\r', '-', '.', '"', '\\', '/', 'é', '_']);
  const parts: AST.Node[] = [];
  visitRegExpAST(literal.pattern, {
    onCharacterEnter(character) {
      all.add(String.fromCodePoint(character.value));
      if (!character.parent.type.startsWith('CharacterClass')) parts.push(character);
    },
    onCharacterSetEnter: (set) => void parts.push(set),
    onCharacterClassEnter: (set) => void parts.push(set),
  });
  const fits = createCharacterTest(literal);
  const countFittingParts = (char: string): number => parts.filter((part) => fits(part, char)).length;
  const chars = [...all]
    .filter((char) => char.length === 1 && countFittingParts(char) > 0)
    .toSorted((left, right) => countFittingParts(right) - countFittingParts(left));
  return { chars, all: [...all].filter((char) => char.length === 1).toReversed(), fits };
}

/** Returns whether a single-character part of a pattern matches a character. */
function createCharacterTest(literal: AST.RegExpLiteral): (part: AST.Node, char: string) => boolean {
  const flags = literal.flags.raw.replace(/[gymd]/g, '');
  const compiled = new Map<string, RegExp>();
  return ({ raw }, char) => {
    const pattern = compiled.get(raw) ?? new RegExp(`^(?:${raw})$`, flags);
    compiled.set(raw, pattern);
    return pattern.test(char);
  };
}

/** Generates short words that a part of a pattern matches. */
function createMatchingWordGenerator({
  chars,
  fits,
}: Pick<ReturnType<typeof collectDistinctCharacters>, 'chars' | 'fits'>) {
  const words = (element: AST.Element): string[] => {
    switch (element.type) {
      case 'Assertion':
      case 'Backreference':
        return [''];
      case 'CapturingGroup':
      case 'Group':
        return keepFewDistinctWords(
          element.alternatives.flatMap(({ elements }) => generateWordsOfElements(elements, words)),
        );
      case 'Quantifier': {
        const inner = words(element.element);
        return keepFewDistinctWords(
          element.min === 0 ? [...inner, ''] : inner.map((word) => word.repeat(Math.min(element.min, 40))),
        );
      }
      case 'Character':
        return [String.fromCodePoint(element.value)];
      default:
        return chars.filter((char) => fits(element, char)).slice(0, 3);
    }
  };
  return words;
}

function generateWordsOfElements(
  elements: readonly AST.Element[],
  words: (element: AST.Element) => string[],
): string[] {
  return elements.reduce<string[]>(
    (starts, element) => keepFewDistinctWords(starts.flatMap((start) => words(element).map((word) => start + word))),
    [''],
  );
}

/** Returns words that lead to the start of a loop. */
function generateWordsBeforeLoop(loop: AST.Quantifier, words: (element: AST.Element) => string[]): string[] {
  let prefixes = [''];
  for (let node: AST.Node | null = loop; node !== null; node = node.parent) {
    const parent: AST.Node | null = node.parent;
    if (parent?.type !== 'Alternative') continue;
    const { start: begin } = node;
    const index = parent.elements.findIndex(({ start }) => start === begin);
    const ahead = generateWordsOfElements(parent.elements.slice(0, index), words);
    prefixes = keepFewDistinctWords(ahead.flatMap((start) => prefixes.map((rest) => start + rest)));
  }
  return prefixes;
}

function keepFewDistinctWords(words: readonly string[]): string[] {
  return [...new Set(words)].slice(0, MAX_WORDS);
}
