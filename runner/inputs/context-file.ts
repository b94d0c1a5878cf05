import * as z from 'zod';
import { type Environment, jsonObjectSchema } from '../contract/index.ts';
import { readBounded } from '../host/bounded-file.ts';
import { BrokenFilesError } from '../ports/index.ts';
import { isJsonObject, type Json, tryParseJson } from '../values/index.ts';
import { describeSyntaxError } from './describe-syntax-error.ts';
import { explainIssues } from './explain-issues.ts';
import { type CaseFinding, errorAt, warningAtKey } from './finding.ts';
import { normalizeKeys } from './normalize-keys.ts';
import { InputError, type InputProblem, toInputError } from './problem.ts';
import { describeReadError } from './read-failure.ts';
import { createLocator, createPositions } from './source-position.ts';

const contextSchema = z.strictObject({
  chat_id: z.string().min(1).optional(),
  authorized: z
    .strictObject({
      user_id: z.string().optional(),
      team_id: z.string().optional(),
      tenant_id: z.string().optional(),
      sub: z.string().optional(),
      client_id: z.string().optional(),
      session_id: z.string().optional(),
      scope: z.string().optional(),
      constraints: jsonObjectSchema.optional(),
    })
    .optional(),
  metadata: jsonObjectSchema.optional(),
  client: z
    .strictObject({ type: z.string().optional(), ip: z.string().optional(), user_agent: z.string().optional() })
    .optional(),
  locale: z.string().optional(),
  referer: z.string().optional(),
  accept: z.string().optional(),
});
type ContextFile = z.infer<typeof contextSchema>;

/** `misplaced` has warnings about keys that are in a place where they have no effect. */
type LoadedContext = { environment: Partial<Environment>; misplaced: InputProblem[] };

/**
 * Reads a context file: the user, location and language for the agent. `displayName` is the file's name in messages.
 * @throws InputError with all problems of the file, or if it cannot be read.
 */
export async function loadContextFile(path: string, displayName: string): Promise<LoadedContext> {
  const text = readContext(path, displayName).replace(/^\ufeff/, '');
  const value = parseJson(text, displayName);
  const { context, findings } = parseContext(value);
  const errors = findings.filter(({ severity }) => severity === 'error');
  const locate = createProblemLocator(text, displayName);
  if (context === undefined || errors.length > 0) throw toInputError(errors.map(locate), 'context');
  return { environment: toEnvironment(context), misplaced: findMisplacedIdentity(context).map(locate) };
}

function readContext(path: string, displayName: string): string {
  try {
    return readBounded(path, { name: displayName });
  } catch (error) {
    if (error instanceof BrokenFilesError) throw toInputError(error.problems, 'context');
    throw new InputError(`cannot read the context ${displayName}: ${describeReadError(error)}`, [], { cause: error });
  }
}

function parseJson(text: string, file: string): Json {
  const value = tryParseJson(text);
  if (value !== undefined) return value;
  const { offset, message } = describeSyntaxError(text);
  throw toInputError([{ file, ...createPositions(text)(offset), message }], 'context');
}

function parseContext(value: Json): { context?: ContextFile; findings: CaseFinding[] } {
  if (!isJsonObject(value))
    return { findings: [errorAt([], 'a context is an object: {"authorized": {"user_id": "…"}}')] };
  const normalized = normalizeKeys(contextSchema, value);
  const parsed = contextSchema.safeParse(normalized.value);
  if (parsed.success) return { context: parsed.data, findings: normalized.findings };
  return { findings: [...normalized.findings, ...explainIssues(parsed.error.issues, normalized.value)] };
}

// Keys such as "scope" and "locale" are left out, because they are often metadata of the tested application.
const authorizedIdentityKeys = new Set(['user_id', 'team_id', 'tenant_id']);
const topLevelIdentityKeys = new Set(['chat_id', 'authorized', 'client']);

/** Finds keys in "metadata" that look as if they set the user or the chat of the run, but do not. */
function findMisplacedIdentity({ metadata = {}, ...context }: ContextFile): CaseFinding[] {
  return Object.entries(metadata).flatMap(([key, value]) => {
    const name = key.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
    const isInAuthorized = authorizedIdentityKeys.has(name);
    if (!isInAuthorized && !topLevelIdentityKeys.has(name)) return [];
    if (isJsonObject(value) === name.endsWith('_id')) return [];
    const givenContext: Readonly<Record<string, unknown>> = (isInAuthorized ? context.authorized : context) ?? {};
    if (givenContext[name] !== undefined) return [];
    const level = isInAuthorized ? '"authorized"' : 'the top level';
    return [
      warningAtKey(['metadata', key], `"${key}" in "metadata" does not set "${name}" of the run; move it to ${level}`),
    ];
  });
}

function createProblemLocator(text: string, file: string): (finding: CaseFinding) => InputProblem {
  const locator = createLocator(text);
  const positionOf = createPositions(text);
  return ({ path, at, message, suggestion }) => ({
    file,
    ...positionOf(locator.rangeOf(path, at).offset),
    message,
    suggestion,
  });
}

/** Renames the keys of the file to the names used in a run; keys that are missing in the file stay missing. */
function toEnvironment({
  chat_id,
  authorized = {},
  metadata,
  client = {},
  ...rest
}: ContextFile): Partial<Environment> {
  const { user_id, team_id, ...claims } = authorized;
  const values = {
    chatId: chat_id,
    userId: user_id,
    teamId: team_id,
    authorized: Object.keys(claims).length === 0 ? undefined : claims,
    metadata,
    clientType: client.type,
    clientIp: client.ip,
    userAgent: client.user_agent,
    ...rest,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
