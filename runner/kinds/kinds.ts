import type { CaseResult, TestCase, WrittenCase } from '../contract/index.ts';
import type { RunKind, RunKinds } from '../ports/index.ts';
import type { JsonObject } from '../values/index.ts';
import { consistencyKind } from './consistency/kind.ts';
import { dynamicKind } from './dynamic/kind.ts';
import { experimentKind } from './experiment/kind.ts';
import { scriptKind } from './script/kind.ts';
import { standardKind } from './standard/kind.ts';

/** What differs by kind of case, for whoever starts a run. A new kind is a folder beside these and a line here. */
export const kinds: RunKinds = {
  standard: standardKind,
  dynamic: dynamicKind,
  script: scriptKind,
  consistency: consistencyKind,
  experiment: experimentKind,
};

/** A case as a person would write it: what a case file holds, in the order of the documentation. */
export function authoredCase(testCase: TestCase): JsonObject {
  const kind: RunKind = kinds[testCase.kind];
  return kind.authored(testCase);
}

/** A case file can hold it. */
export function isWritten(testCase: TestCase): testCase is WrittenCase {
  return kinds[testCase.kind].written === true;
}

/** One attempt in the keys of reports. */
export function reportOf(result: CaseResult): JsonObject {
  const kind: RunKind = kinds[result.kind];
  return kind.report(result);
}
