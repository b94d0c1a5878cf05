import { buildNameKey } from '../../../../simulated-user/index.ts';
import { type JsonObject, withoutUndefined } from '../../../../values/index.ts';
import { extractFacts, extractUnknownFactName } from './extract-facts.ts';
import { splitSentences, toFirstPerson } from './first-person.ts';

/** A user as another tool describes it to the model that simulates the user. */
export type UserScenario = {
  /** What the user wants, if this is in a field of its own. If undefined, goals are extracted from `instructions`. */
  wish?: string | undefined;
  instructions: string;
  persona?: string | undefined;
  /** The goal if `instructions` contain none. */
  fallback: string;
};

/**
 * A simulated user. If `hasModelInstructions` is true, its persona contains instructions that only a model can follow.
 */
export type ImportedUser = { simulator: JsonObject; hasModelInstructions: boolean };

/**
 * Converts English sentences to the settings of the built-in simulator. Sentences in a common form, such as "Your order
 * number is W1.", become facts, unknown facts and goals; all others become part of the persona.
 */
export function createUserFromScenario({ wish, instructions, persona = '', fallback }: UserScenario): ImportedUser {
  const wishes = Object.groupBy(splitSentences(wish ?? ''), (one) =>
    instructionPattern.test(one) ? 'directions' : 'words',
  );
  const { facts, unknown, goals, others } = parseInstructions(instructions);
  // If there is a separate wish, it is the only goal. Goals in the instructions then become part of the persona.
  const behaviour = wish === undefined ? others : [...(wishes.directions ?? []), ...goals.keys(), ...others];
  const text = [persona.trim(), ...behaviour].filter((sentence) => sentence !== '').join(' ');
  const [goal = fallback, ...more] = wishes.words === undefined ? goals.values() : [extractGoalFromWish(wishes.words)];
  const simulator = {
    goal: more.length === 0 ? goal : [goal, ...more],
    facts: facts.size === 0 ? undefined : Object.fromEntries(facts),
    unknown: unknown.length === 0 ? undefined : unknown,
    persona: text === '' ? undefined : text,
  };
  return { simulator: withoutUndefined(simulator), hasModelInstructions: text !== persona.trim() };
}

/** The parts of the instructions. `goals` contains the goal of each sentence that has one. */
type Instructions = { facts: Map<string, string>; unknown: string[]; goals: Map<string, string>; others: string[] };

function parseInstructions(instructions: string): Instructions {
  const parsedInstructions: Instructions = { facts: new Map(), unknown: [], goals: new Map(), others: [] };
  const isNew = createUniqueFactNameCheck();
  for (const sentence of splitSentences(instructions)) {
    const statedFacts = extractFacts(sentence);
    const newFacts = statedFacts.facts.filter(({ name }) => isNew(name));
    for (const { name, value } of newFacts) parsedInstructions.facts.set(name, value);
    if (newFacts.length > 0) {
      parsedInstructions.others.push(...(newFacts.length < statedFacts.facts.length ? [sentence] : statedFacts.others));
      continue;
    }
    const missing = extractUnknownFactName(sentence);
    const goal = extractGoal(sentence);
    if (missing !== undefined && isNew(missing)) parsedInstructions.unknown.push(missing);
    else if (goal === undefined) parsedInstructions.others.push(sentence);
    else parsedInstructions.goals.set(sentence, goal);
  }
  return parsedInstructions;
}

/** Creates a check for new fact names. A case with two facts for which an agent would use the same words is invalid. */
function createUniqueFactNameCheck(): (name: string) => boolean {
  const keys = new Set(['']);
  return (name) => {
    const key = buildNameKey(name);
    if (keys.has(key)) return false;
    keys.add(key);
    return true;
  };
}

const goalPattern =
  /\b(?:(you)|they|he|she|(?:the )?(?:user|customer|caller|client))(?:'d| would)? (?:wants?|likes?|needs?|wish(?:es)?|(?:are|is) trying) to (?=\S)|\bgoal is to (?=\S)/i;

/** Returns the goal in a sentence, such as "book a flight" in "First, you want to book a flight." */
function extractGoal(sentence: string): string | undefined {
  const match = goalPattern.exec(sentence);
  if (match === null || instructionPattern.test(sentence)) return undefined;
  const isThird = match[1] === undefined && !/^\s*goal/i.test(match[0]);
  const goal = removeFullStop(sentence.slice(match.index + match[0].length));
  return toFirstPerson(goal, isThird ? 'third' : 'second');
}

/**
 * Converts the wish to a goal. A single sentence is shortened; a longer wish is kept, because the user says all of it.
 */
function extractGoalFromWish(sentences: readonly string[]): string {
  const [only = ''] = sentences;
  const isWanted = /^you(?:'d| would)? (?:want|like|need|wish) to /i.test(only);
  if (sentences.length === 1 && isWanted) return extractGoal(only) ?? only;
  return sentences.map((sentence) => toFirstPerson(sentence, 'second')).join(' ');
}

/** Matches sentences that describe how the user behaves and not what the user wants or says. */
const instructionPattern =
  /^(?:if|when|whenever|halfway|only if|unless|during|in the middle|make sure|do not|don['’]t|never|always|be|insist|pretend|first, try)\b/i;

function removeFullStop(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text;
}
