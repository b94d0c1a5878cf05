import { findVacuousAssertion } from '../runner/assertions/find-vacuous-assertion.ts';
import type { Assertion } from '../runner/contract/index.ts';
import { printMeasurement } from './measure.ts';

const ASSERTIONS = 10_000;

const assertionFactories: Record<string, (index: number) => Assertion> = {
  contains: (index) => ({ type: 'contains', value: `refund ${index}` }),
  regex: (index) => ({ type: 'regex', value: `(?i)refund ${index}` }),
  json_path: (index) => ({ type: 'json_path', path: `$.a.b${index}`, value: index }),
  'negated json_path': (index) => ({ type: 'json_path', path: `$.a.b${index}`, value: index, negate: true }),
  tool_called: (index) => ({ type: 'tool_called', value: { name: `tool_${index}`, arguments: { a: index } } }),
  tools: (index) => ({ type: 'tools', match: 'in_order', calls: [{ name: `tool_${index}` }] }),
  limits: (index) => ({ type: 'limits', tool_calls: index }),
};

/**
 * Measures how long it takes to check whether an assertion can fail, with its pattern already compiled (goal: under 20
 * µs).
 */
export function benchTrials(): void {
  for (const [name, make] of Object.entries(assertionFactories)) {
    const assertions = Array.from({ length: ASSERTIONS }, (_, index) => make(index));
    for (const assertion of assertions) findVacuousAssertion(assertion, { isForbidden: false });
    const before = process.cpuUsage();
    for (const assertion of assertions) findVacuousAssertion(assertion, { isForbidden: false });
    const { user, system } = process.cpuUsage(before);
    printMeasurement(`tryAssertion, ${name}, ${ASSERTIONS} times`, { cpuMs: (user + system) / 1_000 });
  }
}
