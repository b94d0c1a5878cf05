import * as z from 'zod';
import type { Answers } from '../queries/index.ts';
import { respond } from './respond.ts';

/** The second argument of every route below a run. */
export type RunParams = { params: Promise<{ runId: string }> };

type Answer<Name extends keyof Answers> = Answers[Name] | Response;

/**
 * A route whose answers are those of its entry in the table, so that its queries read what it sends. It returns a
 * `Response` where the answer has a status of its own or is not JSON.
 */
export function route<Name extends keyof Answers>(answer: (request: Request) => Answer<Name> | Promise<Answer<Name>>) {
  return (request: Request): Promise<Response> => respond(async () => asResponse(await answer(request)));
}

/** The same below a run. */
export function runRoute<Name extends keyof Answers>(
  answer: (request: Request, runId: string) => Answer<Name> | Promise<Answer<Name>>,
) {
  return (request: Request, { params }: RunParams): Promise<Response> =>
    respond(async () => asResponse(await answer(request, (await params).runId)));
}

/** What the address asks for, as the schema reads it. */
export function readSearch<Schema extends z.ZodType>(request: Request, schema: Schema): z.infer<Schema> {
  return schema.parse(Object.fromEntries(new URL(request.url).searchParams));
}

const suiteSchema = z.object({ suite: z.string().min(1) });
const caseSchema = suiteSchema.extend({ case: z.string().min(1) });

/** The suite that the address names. */
export function readSuite(request: Request): string {
  return readSearch(request, suiteSchema).suite;
}

/** The case that the address names. */
export function readCase(request: Request): { suiteKey: string; caseId: string } {
  const { suite: suiteKey, case: caseId } = readSearch(request, caseSchema);
  return { suiteKey, caseId };
}

function asResponse(answer: object): Response {
  return answer instanceof Response ? answer : Response.json(answer);
}
