import type { Json } from '../values/index.ts';
import { type AssertionOutcome, createOutcomeOfExpectation } from './assertion-outcome.ts';
import type { AssertionRules } from './assertion-rules.ts';
import { lookUpPath } from './json-document.ts';
import { jsonEquals } from './json-equals.ts';
import { findJsonPathProblems, parseJsonPath } from './json-path.ts';
import { describeJsonPath, getSelectedValue } from './json-path-assertion.ts';
import type { AssertionOf, AssertionTaskOf, Subject } from './subject.ts';

export const snapshot: AssertionRules<'snapshot'> = {
  judge: judgeSnapshot,
  problems: ({ path, negate }) => [
    ...(path === undefined ? [] : findJsonPathProblems(path)),
    ...(negate === true ? [{ field: 'negate', message: 'a negated snapshot would accept every other answer' }] : []),
  ],
  describeExpectation: getSnapshotName,
  readsOutput: false,
  readsText: false,
  isForbidding: () => false,
};

/** Returns the name of a snapshot. It distinguishes the snapshots of a case if there are several. */
export function getSnapshotName({ name, path }: AssertionOf<'snapshot'>): string {
  return name ?? path ?? 'output';
}

function judgeSnapshot({ assertion, subject, helpers }: AssertionTaskOf<'snapshot'>): AssertionOutcome {
  if (helpers.compareSnapshot === undefined) throw new Error('snapshots are compared in runs only');
  const name = getSnapshotName(assertion);
  const label = assertion.path === undefined ? 'output' : describeJsonPath(assertion.path);
  const target = selectSnapshotValue(assertion, subject);
  const verb = `to equal the snapshot "${name}"`;
  if (target === undefined) {
    return createOutcomeOfExpectation({
      holds: false,
      about: label,
      verb,
      expected: null,
      actual: subject.value,
      describeActual: 'nothing',
    });
  }
  const { value, file, ...answer } = helpers.compareSnapshot({ name, value: target });
  switch (answer.kind) {
    case 'written':
      return createOutcomeOfExpectation({ holds: true, about: label, verb, expected: value, actual: value });
    case 'missing': {
      const message = `there is no snapshot "${name}" in ${file}; look at the answer, and save it with ${answer.command}`;
      return { kind: 'judged', holds: false, expected: null, actual: value, unmet: message, met: message };
    }
    case 'kept': {
      const holds = jsonEquals(answer.kept, value);
      const facts = { holds, expected: answer.kept, actual: value };
      const { unmet, met } = createOutcomeOfExpectation({ ...facts, about: label, verb: `${verb} in ${file}` });
      const hint = `if the new answer is right, save it with ${answer.command}`;
      return { kind: 'judged', ...facts, unmet: `${unmet}; ${hint}`, met };
    }
    default:
      return answer satisfies never;
  }
}

/** Returns the value for the snapshot; undefined if the answer contains neither text nor data. */
function selectSnapshotValue({ path }: AssertionOf<'snapshot'>, subject: Subject): Json | undefined {
  if (path === undefined) return subject.value === null || subject.value === '' ? undefined : subject.value;
  const parsed = parseJsonPath(path);
  if (parsed.kind === 'invalid') throw new Error(parsed.reason);
  const looked = lookUpPath(subject, parsed.steps);
  return looked === undefined || looked.selection.kind === 'missing' ? undefined : getSelectedValue(looked.selection);
}
