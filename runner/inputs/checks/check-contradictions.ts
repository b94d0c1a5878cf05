import { isInvariantCheck } from '../../assertions/assertion-types.ts';
import { neededTools, toolsCalledAtAll } from '../../assertions/tool-called.ts';
import type { Assertion, AuthoredCase, Checkpoint } from '../../contract/index.ts';
import type { JsonPath } from '../../values/index.ts';
import { errorAt, type Finding } from '../finding.ts';

/** One rule of a case, its place, and what people call that place. */
type Rule = { assertion: Assertion; path: JsonPath; place: string };

/** Rules of one conversation that no conversation can keep together: what one of them wants, another forbids. */
export function contradictions(authored: AuthoredCase): Finding[] {
  const forbidding = forbiddingRules(authored);
  if (forbidding.length === 0) return [];
  const required = wantedRules(authored);
  return forbidding.flatMap((rule) => {
    const other = required.find((each) => forbids(rule.assertion, each.assertion));
    if (other === undefined) return [];
    const message = `${rule.place} forbids what ${other.place} wants, so the case could not pass; leave one of them out`;
    return [errorAt(rule.path, message)];
  });
}

/** What has to hold at least once: only rules that no ending of the conversation excuses. */
function wantedRules({ assert = [], checkpoints = [], turns = [] }: AuthoredCase): Rule[] {
  const whole = placed(assert, ['assert'], '"assert"');
  const reached = checkpoints.flatMap((checkpoint, at) =>
    checkpoint.required && !isInvariant(checkpoint) ? checkpointRules(checkpoint, at) : [],
  );
  const turnRules = turns.flatMap(({ assert: own = [] }, at) => placed(own, ['turns', at, 'assert'], `turn ${at + 1}`));
  return [...whole, ...reached, ...turnRules].filter(({ assertion }) => !isInvariantCheck(assertion));
}

/** What must not be in any turn. An invariant with prerequisites is silent about the turns before them. */
function forbiddingRules({ assert = [], never = [], checkpoints = [] }: AuthoredCase): Rule[] {
  const rules = placed(never, ['never'], '"never"').filter(({ assertion }) => !isInvariantCheck(assertion));
  if (assert.some(isInvariantCheck)) {
    rules.push(...placed(assert, ['assert'], '"assert"').filter(({ assertion }) => isInvariantCheck(assertion)));
  }
  for (const [at, checkpoint] of checkpoints.entries()) {
    if (checkpoint.required && checkpoint.after.length === 0 && isInvariant(checkpoint)) {
      rules.push(...checkpointRules(checkpoint, at));
    }
  }
  return rules;
}

function isInvariant({ assert }: Checkpoint): boolean {
  return assert.every(isInvariantCheck);
}

function checkpointRules({ id, assert }: Checkpoint, at: number): Rule[] {
  return placed(assert, ['checkpoints', at, 'assert'], `checkpoint ${JSON.stringify(id)}`);
}

function placed(rules: readonly Assertion[], path: JsonPath, place: string): Rule[] {
  return rules.map((assertion, index) => ({ assertion, path: [...path, index], place }));
}

/** Only what is certain: every call, or every text, that satisfies the wanted rule breaks the other. */
function forbids(forbidding: Assertion, required: Assertion): boolean {
  const text = plainText(forbidding);
  if (text !== undefined) return required.type === 'contains' && plainText(required)?.includes(text) === true;
  if (forbidding.type !== 'tool_called' || required.type !== 'tool_called') return false;
  const forbidden = toolsCalledAtAll(forbidding);
  const needed = neededTools(required);
  return needed.length > 0 && needed.every((name) => forbidden.includes(name));
}

/** The text of a check that is neither lenient nor limited to some turns. */
function plainText(assertion: Assertion): string | undefined {
  if (assertion.type !== 'contains' && assertion.type !== 'not_contains') return undefined;
  const { value, ignore_case: ignoresCase, ignore_space: ignoresSpace, numbers, on } = assertion;
  const isPlain = [ignoresCase, ignoresSpace, numbers].every((each) => each !== true) && on !== 'any' && on !== 'last';
  return isPlain && typeof value === 'string' ? value : undefined;
}
