import type { CaseKind, CaseResult, StandardOrDynamicCase, TestCase } from '../contract/index.ts';
import type { KindDescription, RunKind, RunKinds } from '../ports/index.ts';
import type { JsonObject } from '../values/index.ts';
import { consistencyKind } from './consistency/kind.ts';
import { dynamicKind } from './dynamic/kind.ts';
import { experimentKind } from './experiment/kind.ts';
import { scriptKind } from './script/kind.ts';
import { standardKind } from './standard/kind.ts';

/**
 * The implementations of all kinds of cases, for code that starts runs. To add a kind of case, create a folder next to
 * the existing ones and add a line here.
 */
export const runKinds: RunKinds = {
  standard: standardKind,
  dynamic: dynamicKind,
  script: scriptKind,
  consistency: consistencyKind,
  experiment: experimentKind,
};

/** Returns a case as a person would write it in a case file, with keys in the order of the documentation. */
export function toCaseFileObject(testCase: TestCase): JsonObject {
  const kind: RunKind = runKinds[testCase.kind];
  return kind.toAuthoredCase(testCase);
}

/**
 * Returns the words for a run and its cases: the words of their kind if all cases are of one kind, otherwise general
 * words.
 */
export function describeRunKinds(names: readonly CaseKind[]): KindDescription {
  const [words = agentTestDescription, other] = new Set(
    names.map((name) => runKinds[name].displayNames ?? agentTestDescription),
  );
  return other === undefined ? words : agentTestDescription;
}

const agentTestDescription: KindDescription = { run: 'Agent Test', case: 'case' };

/** True for cases, rows and results that have turns. */
export function isConversation<Item extends { kind: CaseKind }>(
  item: Item,
): item is Extract<Item, { kind: 'dynamic' }> {
  return item.kind === 'dynamic';
}

/** True for kinds of cases that can be written in a JSON case file. */
export function isStandardOrDynamicCase(testCase: TestCase): testCase is StandardOrDynamicCase {
  return runKinds[testCase.kind].written === true;
}

/** Returns one attempt of a result, with the keys used in reports. */
export function buildAttemptReport(result: CaseResult): JsonObject {
  const kind: RunKind = runKinds[result.kind];
  return kind.report(result);
}
