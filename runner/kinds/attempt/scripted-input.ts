import { authoredCaseSchema, type CaseInput, type StandardOrDynamicCase } from '../../contract/index.ts';
import {
  type AttemptContext,
  createAttemptScriptContext,
  createFaultOfError,
  StoppedError,
} from '../../ports/index.ts';
import { formatSchemaProblems, type Json, type JsonObject } from '../../values/index.ts';

const inputSchema = authoredCaseSchema.shape.input.unwrap();
const inputScriptReferencePattern = /^scripts:[\w-]+(?:[./][\w-]+)+$/;

/**
 * Returns the name of the function that generates the input of a case, such as `scripts:orders.History`; undefined if
 * the case contains its input.
 */
export function findInputScript(input: CaseInput | undefined): string | undefined {
  return typeof input === 'string' && inputScriptReferencePattern.test(input) ? input : undefined;
}

/**
 * Returns the input of a case: the written input, or the result of its function, which receives the context and the
 * case like a hook. Throws if the function returns nothing usable as input.
 */
export async function resolveCaseInput(
  context: AttemptContext,
  { input }: StandardOrDynamicCase,
  authored: () => JsonObject,
): Promise<CaseInput | undefined> {
  const script = findInputScript(input);
  if (script === undefined) return input;
  const { planned, ports, deadline } = context;
  const { baseDir, agentId } = planned;
  const scriptCall = { context: createAttemptScriptContext(context), services: context.services(1) };
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
    if (!(error instanceof StoppedError))
      context.report({ type: 'fault', fault: createFaultOfError(error, { role: 'script', turn: 1 }) });
    throw error;
  }
  context.report({ type: 'answered' });
  const parsed = inputSchema.safeParse(output);
  if (!parsed.success) {
    throw new Error(
      `${script} must return a text, a message or a list of messages: ${formatSchemaProblems(parsed.error)}`,
    );
  }
  if (Array.isArray(parsed.data) && parsed.data.length === 0) throw new Error(`${script} returned no message`);
  context.record({ input: parsed.data });
  return parsed.data;
}
