import type { Assertion } from '../contract/index.ts';
import { validatorId } from './agent.ts';
import { compilePattern } from './compile-pattern.ts';
import { parseJsonPath } from './json-path.ts';
import { patternOf } from './regex.ts';
import { resultPatterns } from './tool-result.ts';

/** One thing wrong with an assertion; `field` is the key that holds it. */
export type AssertionProblem = { field: string; message: string };

export type AssertionCheck = (assertion: Assertion) => AssertionProblem[];

/** A check that compiles each pattern once, for loading many cases; it lives as long as its caller keeps it. */
export function createAssertionCheck(): AssertionCheck {
  const known = new Map<string, AssertionProblem[]>();
  return (assertion) => {
    if (assertion.type !== 'regex' || assertion.value === undefined) return checkAssertion(assertion);
    const earlier = known.get(assertion.value);
    if (earlier !== undefined) return earlier;
    const problems = checkAssertion(assertion);
    known.set(assertion.value, problems);
    return problems;
  };
}

/** Returns the problems of an assertion before any output exists. Sound assertions have none. */
export function checkAssertion(assertion: Assertion): AssertionProblem[] {
  switch (assertion.type) {
    case 'regex':
      return patternProblems(assertion.value === undefined ? 'pattern' : 'value', [patternOf(assertion)]);
    case 'json_path':
      return pathProblems(assertion.path);
    case 'type':
      return assertion.path === undefined ? [] : pathProblems(assertion.path);
    case 'tool_result':
      return patternProblems('value', resultPatterns(assertion.value.result ?? null));
    case 'agent':
      return agentProblems(assertion.use);
    case 'script':
      return scriptProblems(assertion.script === undefined ? 'use' : 'script', assertion.script ?? assertion.use ?? '');
    case 'equals':
    case 'contains':
    case 'not_contains':
    case 'tool_called':
      return [];
    default:
      assertion satisfies never;
      return [];
  }
}

function patternProblems(field: string, sources: readonly string[]): AssertionProblem[] {
  return sources.flatMap((source) => {
    const compiled = compilePattern(source);
    return compiled.kind === 'invalid' ? [{ field, message: compiled.reason }] : [];
  });
}

function pathProblems(path: string): AssertionProblem[] {
  const parsed = parseJsonPath(path);
  return parsed.kind === 'invalid' ? [{ field: 'path', message: parsed.reason }] : [];
}

function agentProblems(use: string): AssertionProblem[] {
  if (validatorId(use) === '') return [{ field: 'use', message: '`use` names no agent' }];
  if (!use.startsWith('scripts:')) return [];
  return [{ field: 'use', message: `an agent assertion needs an agent, not ${use}; type "script" calls scripts` }];
}

function scriptProblems(field: string, reference: string): AssertionProblem[] {
  if (reference.startsWith('agents:')) {
    return [{ field, message: `a script assertion needs a script, not ${reference}; type "agent" asks agents` }];
  }
  if (/[^./][./][^./]/.test(reference.replace(/^scripts[:.]/, ''))) return [];
  return [
    { field, message: `${JSON.stringify(reference)} names no module and function; write scripts.module.Function` },
  ];
}
