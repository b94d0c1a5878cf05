import { isJsonObject, type Json } from '../values/index.ts';
import { broken, type Outcome } from './outcome.ts';
import type { AssertionHelpers, AssertionOf, Subject } from './subject.ts';
import { showJson } from './text-form.ts';

type ScriptTask = { assertion: AssertionOf<'script'>; subject: Subject; helpers: AssertionHelpers };

/** Calls the script with (output, input, value ?? expected, options.metadata). */
export async function judgeScript({ assertion, subject, helpers }: ScriptTask, signal: AbortSignal): Promise<Outcome> {
  const reference = assertion.script ?? assertion.use ?? '';
  const expected = assertion.value ?? assertion.expected ?? subject.expected ?? null;
  const call = { reference, arguments: [subject.value, subject.input, expected, assertion.options?.metadata ?? null] };
  const answer = await helpers.runScript(call, signal);
  const verdict = verdictOf(answer);
  if (verdict === undefined) {
    const wanted = 'true, false or {"pass": true | false, "message": "…"}';
    return broken(`script ${reference} must return ${wanted}, got ${showJson(answer)}`, expected, answer);
  }
  const got = `output ${showJson(subject.value)}`;
  return {
    kind: 'judged',
    holds: verdict.holds,
    expected: expected ?? `${reference} returns true`,
    actual: subject.value,
    unmet: verdict.reason ?? `script ${reference} rejected the ${got}`,
    met: verdict.reason ?? `script ${reference} was not to accept the ${got}`,
  };
}

function verdictOf(answer: Json): { holds: boolean; reason: string | undefined } | undefined {
  if (typeof answer === 'boolean') return { holds: answer, reason: undefined };
  if (!isJsonObject(answer)) return undefined;
  const { pass, passed } = answer;
  const holds = pass ?? passed;
  const contradicts = pass !== undefined && passed !== undefined && pass !== passed;
  if (typeof holds !== 'boolean' || contradicts) return undefined;
  const reason = answer.message ?? answer.reason;
  return { holds, reason: typeof reason === 'string' && reason !== '' ? reason : undefined };
}
