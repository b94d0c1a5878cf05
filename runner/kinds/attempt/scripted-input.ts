import { authoredCaseSchema, type CaseInput, type StandardOrDynamicCase } from '../../contract/index.ts';
import { type AttemptContext, attemptScriptContext, faultOfError, Stopped } from '../../ports/index.ts';
import { type Json, type JsonObject, schemaProblems } from '../../values/index.ts';

const inputSchema = authoredCaseSchema.shape.input.unwrap();
const reference = /^scripts:[\w-]+(?:[./][\w-]+)+$/;

/**
 * Returns the function that generates the input of a case, such as `scripts:orders.History`; undefined if the input is
 * written.
 */
export function scriptOfInput(input: CaseInput | undefined): string | undefined {
  return typeof input === 'string' && reference.test(input) ? input : undefined;
}

/**
 * Returns the input of a case: the written input, or the result of its function, which receives the context and the
 * case like a hook. Throws if the function returns nothing usable as input.
 */
export async function inputOfCase(
  context: AttemptContext,
  { input }: StandardOrDynamicCase,
  authored: () => JsonObject,
): Promise<CaseInput | undefined> {
  const script = scriptOfInput(input);
  if (script === undefined) return input;
  const { planned, ports, deadline } = context;
  const { baseDir, agentId } = planned;
  const scriptCall = { context: attemptScriptContext(context), services: context.services(1) };
  context.emit({ type: 'phase.started', turn: 1, phase: 'script' });
  let output: Json;
  try {
    output = await deadline.run((signal) =>
      ports.scripts.runFunction(
        { reference: script, baseDir, agentId, arguments: [authored()], ...scriptCall },
        signal,
      ),
    );
  } catch (error) {
    if (!(error instanceof Stopped))
      context.report({ type: 'fault', fault: faultOfError(error, { role: 'script', turn: 1 }) });
    throw error;
  }
  context.report({ type: 'answered' });
  const parsed = inputSchema.safeParse(output);
  if (!parsed.success) {
    throw new Error(`${script} must return a text, a message or a list of messages: ${schemaProblems(parsed.error)}`);
  }
  if (Array.isArray(parsed.data) && parsed.data.length === 0) throw new Error(`${script} returned no message`);
  context.record({ input: parsed.data });
  return parsed.data;
}
