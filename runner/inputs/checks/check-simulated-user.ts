import type { AuthoredCase, SimulatedUser } from '../../contract/index.ts';
import { buildNameKey, buildUserContract, isValueStatedIn } from '../../simulated-user/index.ts';
import { findNearestWord } from '../../values/index.ts';
import { type CaseFinding, errorAt, errorAtKey, warningAt, warningAtKey } from '../finding.ts';

/** Returns the problems of a case's built-in user, and of assertions about facts that the agent must ask for. */
export function checkSimulatedUser(authored: AuthoredCase): CaseFinding[] {
  const { simulator, turns } = authored;
  const user = simulator !== undefined && simulator.use === undefined && turns === undefined ? simulator : undefined;
  const ofUser =
    user === undefined
      ? []
      : [...findLanguageProblems(user), ...findFactNameProblems(user), ...findUnusedBehaviour(user, authored)];
  return [...ofUser, ...findProblemsOfElicitedAssertions(authored, user)];
}

function findLanguageProblems({ language = 'en', by, facts = {} }: SimulatedUser): CaseFinding[] {
  if (/^en(?:[-_]|$)/i.test(language)) return [];
  if (by === 'model') {
    const bare = Object.entries(facts).filter(
      ([, fact]) => typeof fact !== 'object' || (fact.aliases ?? []).length === 0,
    );
    return bare.map(([name]) => {
      const message = `fact ${JSON.stringify(name)} has no "aliases": a question in ${JSON.stringify(language)} may not be recognised`;
      return warningAtKey(['simulator', 'facts', name], message);
    });
  }
  const message = `the user by rules speaks English, not ${JSON.stringify(language)}; add "by": "model"`;
  return [errorAt(['simulator', 'language'], message)];
}

/**
 * Words for what a user does or refuses to do. A persona without such a word, such as "in a hurry", is not reported,
 * because a model can play it.
 */
const unusualBehaviourPattern =
  /\b(?:refus|insult|shout|threaten|demand|forget|ignor|interrupt|lies\b|lie\b|never\b|not\b|won['’]t\b)/i;

/** Matches a persona that withholds information. No simulated user does this, whether it is played by rules or a model. */
const withholdingPattern =
  /\bforg[eo]t|\b(?:refus\w*|not|never|unwilling|won['’]t|doesn['’]t)(?:\s+(?:to|wants?|willing|likes?|going|ever|simply|just)){0,3}\s+(?:tell|give|share|say|reveal|know|name|provide|disclose|mention)/i;

/**
 * Reports traits of the user that have no effect: a user played by rules does not show them, or the conversation ends
 * too early.
 */
function findUnusedBehaviour(
  { persona, traits = [], by, goal }: SimulatedUser,
  { max_turns: maxTurns }: AuthoredCase,
): CaseFinding[] {
  const findings: CaseFinding[] = [];
  if (persona !== undefined && withholdingPattern.test(persona)) {
    const message =
      '"persona" does not change what this user tells; to withhold a fact, name it in "unknown" and not in "facts"';
    findings.push(warningAtKey(['simulator', 'persona'], message));
  } else if (persona !== undefined && by !== 'model' && unusualBehaviourPattern.test(persona)) {
    const message = '"persona" changes nothing that this user does, because rules play it; add "by": "model"';
    findings.push(warningAtKey(['simulator', 'persona'], message));
  }
  const trait = traits.indexOf('push_back');
  if (trait !== -1 && maxTurns === 1 && ![goal].flat()[1]) {
    const message = '"push_back" has no effect with "max_turns": 1, because the user speaks only once';
    findings.push(warningAt(['simulator', 'traits', trait], message));
  }
  return findings;
}

/**
 * Reports two facts whose names are so similar that the agent would ask for both with the same words. The user would
 * always tell both together.
 */
function findFactNameProblems({ facts = {}, unknown = [] }: SimulatedUser): CaseFinding[] {
  const findings: CaseFinding[] = [];
  const owners = new Map<string, string>();
  const addFactName = (name: string, finding: (other: string) => CaseFinding, blank: () => CaseFinding): void => {
    const key = buildNameKey(name);
    const otherFact = owners.get(key);
    if (key === '') findings.push(blank());
    else if (otherFact !== undefined) findings.push(finding(otherFact));
    else owners.set(key, name);
  };
  const problem = 'has no word that an agent could ask with';
  for (const name of Object.keys(facts)) {
    const path = ['simulator', 'facts', name];
    addFactName(
      name,
      (other) =>
        errorAtKey(
          path,
          `fact ${JSON.stringify(name)} is asked for with the same words as ${JSON.stringify(other)}; rename one`,
        ),
      () => errorAtKey(path, `fact ${JSON.stringify(name)} ${problem}`),
    );
  }
  for (const [index, name] of unknown.entries()) {
    const path = ['simulator', 'unknown', index];
    addFactName(
      name,
      (other) =>
        errorAt(path, `${JSON.stringify(name)} is asked for with the same words as ${JSON.stringify(other)}; keep one`),
      () => errorAt(path, `${JSON.stringify(name)} ${problem}`),
    );
  }
  return findings;
}

function findProblemsOfElicitedAssertions(
  { assert = [], input }: AuthoredCase,
  user: SimulatedUser | undefined,
): CaseFinding[] {
  return assert.flatMap((assertion, index): CaseFinding[] => {
    if (assertion.type !== 'elicited') return [];
    const path = ['assert', index];
    if (user === undefined) {
      const message = '"elicited" needs the built-in user: a "simulator" with a "goal" and "facts"';
      return [errorAt([...path, 'type'], message)];
    }
    const text = typeof input === 'string' ? input : undefined;
    const { facts, goals } = buildUserContract(user, { seed: '', input: text });
    return assertion.value.flatMap((name, position): CaseFinding[] => {
      const valuePath = [...path, 'value', position];
      const fact = facts.find((each) => each.name === name);
      if (fact === undefined) {
        const names = facts.map((each) => each.name);
        return [errorAt(valuePath, `the user has no fact ${JSON.stringify(name)}`, findNearestWord(name, names))];
      }
      if (![...goals, text ?? ''].some((said) => isValueStatedIn(fact.value, said))) return [];
      const message = `the user tells ${JSON.stringify(name)} in its goal or input, so the agent need not ask for it`;
      return [warningAt(valuePath, message)];
    });
  });
}
