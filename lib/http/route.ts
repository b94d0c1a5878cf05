import * as z from 'zod';
import type { PathValues, RouteAnswers, RouteBodies, RouteName, SearchValues } from '../queries/index.ts';
import { parseJsonBody, withErrorResponses } from './respond.ts';

/** A request to a route in `Routes`. `Name` is used only for type checking. */
export type RouteRequest<Name extends RouteName> = Request & { readonly [routeName]?: Name };
declare const routeName: unique symbol;

type RunRouteName = Extract<RouteName, `${string}/[runId]${string}`>;
type RouteAnswer<Name extends RouteName> = RouteAnswers[Name] | Response;

/**
 * Defines a route. Its response must have the type in `RouteAnswers`, which the queries of the pages expect. For
 * another status or content type, the route can return a `Response`.
 */
export function defineRoute<Name extends Exclude<RouteName, RunRouteName>>(
  answer: (request: RouteRequest<Name>) => RouteAnswer<Name> | Promise<RouteAnswer<Name>>,
) {
  return (request: Request): Promise<Response> => withErrorResponses(async () => toResponse(await answer(request)));
}

/** Defines a route whose URL contains a run id; see `defineRoute`. */
export function defineRunRoute<Name extends RunRouteName>(
  answer: (request: RouteRequest<Name>, runId: string) => RouteAnswer<Name> | Promise<RouteAnswer<Name>>,
) {
  return (request: Request, { params }: { params: Promise<PathValues[Name]> }): Promise<Response> =>
    withErrorResponses(async () => toResponse(await answer(request, (await params).runId)));
}

/**
 * Parses the search parameters of a request. By its types, the schema must have exactly the parameters that `Routes`
 * lists for the route.
 */
export function parseSearchParams<Name extends RouteName, Schema extends z.ZodType>(
  request: RouteRequest<Name>,
  schema: Schema & MatchingSchema<Schema, TextParams<SearchValues[Name]>>,
): z.infer<Schema> {
  return schema.parse(Object.fromEntries(new URL(request.url).searchParams));
}

/**
 * Parses the JSON body of a request. By its types, the schema must have exactly the fields that `Routes` lists for the
 * route.
 */
export function parseRouteBody<Name extends RouteName, Schema extends z.ZodType>(
  request: RouteRequest<Name>,
  schema: Schema & MatchingSchema<Schema, RouteBodies[Name]>,
): Promise<z.infer<Schema>> {
  return parseJsonBody(request, schema);
}

/**
 * Rejects a schema whose keys differ from those that are sent. The compiler's error message shows the keys that only
 * one of the two has.
 */
type MatchingSchema<Schema extends z.ZodType, Sent> = [DifferentKeys<z.input<Schema>, Sent>] extends [never]
  ? [Sent] extends [z.input<Schema>]
    ? unknown
    : { reads: Sent }
  : { differs: DifferentKeys<z.input<Schema>, Sent> };

type DifferentKeys<One, Other> = Exclude<KeysOf<One>, KeysOf<Other>> | Exclude<KeysOf<Other>, KeysOf<One>>;
type KeysOf<Value> = Value extends unknown ? keyof Value : never;

/** The same values as strings, as they are in a URL. */
type TextParams<Values> = { [Key in keyof Values]: TextParam<Values[Key]> };
type TextParam<Value> = Value extends string | number | boolean ? `${Value}` : Value;

/** The names of the routes that have exactly these search parameters. */
type RoutesWithSearchParams<Search> = {
  [Name in RouteName]: [DifferentKeys<Search, SearchValues[Name]>] extends [never] ? Name : never;
}[RouteName];

const suiteSchema = z.object({ suite: z.string().min(1) });
/** The search parameters that identify a case. */
export const caseSchema = suiteSchema.extend({ case: z.string().min(1) });

/** Returns the suite that the URL names. */
export function parseSuiteParam(request: RouteRequest<RoutesWithSearchParams<{ suite: string }>>): string {
  return parseSearchParams(request, suiteSchema).suite;
}

/** Returns the case that the URL names. */
export function parseCaseParams(request: RouteRequest<RoutesWithSearchParams<{ suite: string; case: string }>>): {
  suiteKey: string;
  caseId: string;
} {
  const { suite: suiteKey, case: caseId } = parseSearchParams(request, caseSchema);
  return { suiteKey, caseId };
}

function toResponse(answer: object): Response {
  return answer instanceof Response ? answer : Response.json(answer);
}
