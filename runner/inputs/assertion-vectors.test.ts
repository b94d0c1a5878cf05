import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { evaluateAssertion } from '../assertions/evaluate-assertion.ts';
import type { AssertionHelpers, ValidationCall } from '../assertions/subject.ts';
import { toPlainText } from '../assertions/to-plain-text.ts';
import { type Assertion, jsonSchema, type ToolCall, toolCallSchema } from '../contract/index.ts';
import { deviations } from '../testing/deviations.ts';
import type { Json } from '../values/index.ts';
import { computeCaseHash } from './case-hash.ts';
import { parseCases } from './parse-cases.ts';

const fileSchema = z.object({
  vectors: z
    .array(
      z.object({
        assert: jsonSchema,
        output: jsonSchema,
        passed: z.boolean(),
        tools: z.array(toolCallSchema).nullish(),
        validator_received: z.string().optional(),
      }),
    )
    .min(1),
});
const file = readFileSync(new URL('../assertions/vectors/assertions.json', import.meta.url), 'utf8');
const vectors = fileSchema
  .parse(JSON.parse(file))
  .vectors.map((vector, index) => ({ key: `assertions#${index}`, ...vector }));

describe('assertions as authors write them, on outputs that were observed', () => {
  it.each(vectors)('$key', async ({ key, assert, output, passed, tools, validator_received }) => {
    const verdict = await judge({ assert, output, toolCalls: tools ?? [] });
    const text = `${JSON.stringify(assert)} on ${JSON.stringify(output)}`;
    expect(verdict.passed === passed ? 'as observed' : 'deviates', text).toBe(
      deviations.has(key) ? 'deviates' : 'as observed',
    );
    if (validator_received === undefined || validator_received === '') return;
    expect(verdict.requests[0]).toEqual(JSON.parse(validator_received));
  });
});

async function judge({ assert, output, toolCalls }: { assert: Json; output: Json; toolCalls: ToolCall[] }) {
  const requests: Json[] = [];
  const assertions = loadAssertions(assert);
  if (assertions === undefined) return { passed: false, requests };
  const subject = { value: output, text: toPlainText(output), toolCalls, input: 'the input' };
  const helpers = observedHelpers(requests);
  const { signal } = new AbortController();
  const results = await Promise.all(
    assertions.map((assertion) => evaluateAssertion({ assertion, subject, helpers }, signal)),
  );
  return { passed: results.every((result) => result.status === 'passed'), requests };
}

/** The test vectors that are valid in a case file; all others are rejected before a run. */
function loadAssertions(assert: Json): Assertion[] | undefined {
  const text = JSON.stringify({ id: 'T001', input: 'the input', assert });
  const { cases, problems } = parseCases({ text, file: 'vector.jsonl', hashOf: computeCaseHash });
  const [testCase] = cases;
  return problems.length === 0 && testCase?.kind === 'standard' ? testCase.assertions : undefined;
}

const validatorAnswers: Readonly<Record<string, string>> = {
  'v.ok': '{"passed":true,"reason":"fine"}',
  'v.bad': '{"passed":false,"reason":"not fine"}',
  'v.prose': 'Sure! {"passed": true}',
  'v.strpassed': '{"passed":"true"}',
  'v.noreason': '{"passed":false}',
  'v.yaml': 'passed: true',
  'v.array': '[{"passed":true}]',
  'v.empty': '',
};

const scriptAnswers: Readonly<Record<string, Json>> = {
  'scripts.t.FailMsg': { pass: false, message: 'custom bad' },
  'scripts.t.Passed': { passed: true },
  'scripts.t.Empty': {},
  'scripts.t.Str': 'text',
  'scripts.t.Nil': null,
};

/** Fakes that answer like the validators and scripts did when the vectors were recorded. */
function observedHelpers(requests: Json[]): AssertionHelpers {
  return {
    askBuiltInJudge: () => Promise.reject(new Error('nobody judges')),
    async askValidator({ use, request }: ValidationCall) {
      const answer = validatorAnswers[use];
      if (answer === undefined) throw new Error('down');
      requests.push(request);
      return answer;
    },
    async runScript({ reference }) {
      const answer = scriptAnswers[reference];
      if (answer === undefined) throw new Error('kaboom');
      return answer;
    },
  };
}
