import * as z from 'zod';
import { toSqliteProblem } from '../../runner/history/db/sqlite-problem.ts';
import { AppError, type AppErrorCode } from '../../runner/host/errors.ts';

/** The body of every error response. */
type ErrorBody = { error: { code: string; message: string; details: readonly string[] } };

/** Runs a route and converts thrown errors into responses with the matching HTTP status. */
export async function withErrorResponses(route: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await route();
  } catch (error) {
    const appError = error instanceof AppError ? error : (toNulCharacterError(error) ?? toSqliteProblem(error));
    if (appError !== undefined) {
      return createErrorResponse(toHttpStatus(appError.code), {
        code: appError.code,
        message: appError.message,
        details: appError.details,
      });
    }
    if (error instanceof z.ZodError) {
      const details = error.issues.map((issue) => `${issue.path.join('.') || 'request'}: ${issue.message}`);
      return createErrorResponse(400, { code: 'invalid_request', message: 'The request is not valid.', details });
    }
    throw error;
  }
}

/** Converts Node's error for NUL characters in file names and arguments to an error of the caller. */
function toNulCharacterError(error: unknown): AppError | undefined {
  if (!(error instanceof TypeError && error.message.includes('without null bytes'))) return undefined;
  return new AppError('invalid_request', 'The request contains a name with a NUL character.', [], { cause: error });
}

/** Parses the JSON body of a request with the schema. Invalid JSON is reported as an error of the caller. */
export async function parseJsonBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.infer<Schema>> {
  return schema.parse(
    await request.json().catch((cause: unknown) => {
      throw new AppError('invalid_request', 'The body of the request is not JSON.', [], { cause });
    }),
  );
}

function createErrorResponse(status: number, error: ErrorBody['error']): Response {
  return Response.json({ error } satisfies ErrorBody, { status });
}

function toHttpStatus(code: AppErrorCode): number {
  switch (code) {
    case 'not_found':
      return 404;
    case 'invalid_request':
      return 400;
    case 'configuration':
    case 'run_not_started':
      return 422;
    case 'database_newer':
    case 'database_older':
    case 'database_damaged':
    case 'database_unusable':
      return 503;
    default:
      code satisfies never;
      return 500;
  }
}
