import type { Assertion, AuthoredCase } from '../../contract/index.ts';
import { type MockProblem, mockProblems, stateProblems } from '../../mocks/mock-problems.ts';
import type { Json } from '../../values/index.ts';
import { errorAt, type Finding, warningAtKey, withCure } from '../finding.ts';
import { assertionLists } from './check-conversation.ts';

/** Returns what is wrong with the mocks of a case, its state, and the assertions on that. */
export function checkMocks(authored: AuthoredCase): Finding[] {
  const { mocks, state, pass, assert = [] } = authored;
  const isMocked = mocks !== undefined || state !== undefined || pass !== undefined;
  if (!isMocked && !assert.some(({ type }) => type === 'state')) return [];
  const findings = mockProblems(mocks ?? {}, rulesIn(authored)).map(findingOf);
  if (pass !== undefined && mocks === undefined && state === undefined) {
    const message = '"pass" has no effect without "mocks" or "state": nothing keeps the agent from its tools';
    findings.push(withCure(warningAtKey(['pass'], message), { kind: 'remove' }));
  }
  if (state === undefined) {
    for (const [index, { type }] of assert.entries()) {
      if (type === 'state') findings.push(errorAt(['assert', index, 'type'], '"state" needs a "state" in the case'));
    }
  }
  return [...findings, ...(typeof state === 'string' ? [] : checkState(authored, state ?? {}))];
}

function rulesIn(authored: AuthoredCase): Assertion[] {
  return assertionLists(authored).flatMap(({ rules }) => rules);
}

/** Returns the paths of a case that lead nowhere in its state, which may come from a file. */
export function checkState(authored: AuthoredCase, state: Json): Finding[] {
  // Without a state the assertions on it have been reported already.
  const { assert, ...mocked } = authored;
  return stateProblems(authored.state === undefined ? mocked : { ...mocked, assert }, state).map(findingOf);
}

function findingOf({ severity, path, message, suggestion }: MockProblem): Finding {
  return { ...errorAt(path, message, suggestion), severity };
}
