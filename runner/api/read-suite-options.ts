import {
  findNameOfValue,
  type InProcessAgent,
  parseProgramFlags,
  type RunRequest,
  type Terminal,
  toAnswerFunction,
  UsageError,
} from '../run/index.ts';
import type { SuiteOptions } from './suite-options.ts';

type ApiOnlyOptionName = 'agent' | 'repeatable' | 'cwd' | 'variables' | 'onOutput' | 'signal';

/** A run request with the same fields as one from the command line, and the terminal for its output. */
export type ApiRunRequest = { request: RunRequest; terminal: Terminal; signal: AbortSignal };

/** Checks the options that a program has passed. Error messages begin with `caller`. */
export function parseSuiteOptions(
  inputs: string | readonly string[],
  options: SuiteOptions,
  caller: string,
): ApiRunRequest {
  const otherOptions: Partial<Record<ApiOnlyOptionName, unknown>> & Record<string, unknown> = { ...options };
  const {
    agent,
    repeatable = false,
    cwd = process.cwd(),
    variables = process.env,
    onOutput,
    signal,
    ...flagOptions
  } = otherOptions;
  const texts = typeof inputs === 'string' ? [inputs] : inputs;
  if (!Array.isArray(texts) || texts.length === 0 || !texts.every((text) => typeof text === 'string')) {
    throw new UsageError(`${caller}: name a case file, a folder or a glob of case files`);
  }
  if (typeof cwd !== 'string') throw new UsageError(`${caller}: "cwd" must be a folder`);
  if (!isVariableRecord(variables)) throw new UsageError(`${caller}: "variables" must be an object of texts`);
  if (!isOptionalPrintFunction(onOutput))
    throw new UsageError(`${caller}: "onOutput" must be a function (text) => void`);
  if (!isOptionalAbortSignal(signal)) throw new UsageError(`${caller}: "signal" must be an AbortSignal`);
  const flags = parseProgramFlags(flagOptions, caller);
  const liveAgent = typeof agent === 'string' ? undefined : parseAgentFunction(agent, { repeatable, caller });
  if (liveAgent !== undefined && flags.connector !== undefined) {
    throw new UsageError(`${caller}: "connector" has no effect on an agent that the program passes as a value`);
  }
  const name = liveAgent?.id ?? (typeof agent === 'string' ? agent : undefined);
  return {
    request: {
      inputs: texts,
      flags: { output: false, color: false, ...flags, ...(name === undefined ? {} : { name }) },
      agent: liveAgent,
    },
    terminal: { stdout: createPrinterStream(onOutput), stderr: createPrinterStream(onOutput), variables, cwd },
    signal: signal ?? new AbortController().signal,
  };
}

function parseAgentFunction(
  agent: unknown,
  { repeatable, caller }: { repeatable: unknown; caller: string },
): InProcessAgent | undefined {
  if (agent === undefined) return undefined;
  const answer = toAnswerFunction(agent);
  if (answer !== undefined) return { id: findNameOfValue(agent) ?? 'agent', answer, repeatable: repeatable === true };
  throw new UsageError(
    `${caller}: "agent" must be the id of an agent, a function (request) => answer, or an agent object with generate()`,
  );
}

function createPrinterStream(print: ((text: string) => void) | undefined): Terminal['stdout'] {
  return { write: (text) => print?.(text), once: () => undefined };
}

/**
 * Returns true for an abort signal. Does not use `instanceof`, because test environments such as jsdom replace the
 * class.
 */
function isOptionalAbortSignal(value: unknown): value is AbortSignal | undefined {
  return value === undefined || (typeof value === 'object' && value !== null && 'throwIfAborted' in value);
}

function isOptionalPrintFunction(value: unknown): value is ((text: string) => void) | undefined {
  return value === undefined || typeof value === 'function';
}

function isVariableRecord(value: unknown): value is Record<string, string | undefined> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((each) => each === undefined || typeof each === 'string')
  );
}
