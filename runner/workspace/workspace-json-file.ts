import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import type * as z from 'zod';
import { AppError } from '../host/errors.ts';
import { findTooDeepOffset, TOO_DEEP_TEXT, toErrorMessage } from '../values/index.ts';
import { describeConfigIssue, formatLocationOfOffset } from './config-location.ts';

type WorkspaceJsonFile = {
  /** The file's name in messages. */
  file: string;
  text: string;
  /** True to allow comments and trailing commas, which is possible only in files that no program rewrites. */
  comments: boolean;
};

/**
 * Parses a file that people keep next to the case files, such as a view or a review queue. Throws an `AppError` with
 * line and column if it is broken, too deep, or of another version.
 */
export function parseWorkspaceJsonFile<Value>(
  schema: z.ZodType<Value>,
  { file, text, comments }: WorkspaceJsonFile,
): Value {
  const deep = findTooDeepOffset(text);
  if (deep !== undefined)
    throw createConfigurationError(`${formatLocationOfOffset(text, deep, file)}: ${TOO_DEEP_TEXT}`);
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: comments, disallowComments: !comments });
  const [first] = errors;
  if (first !== undefined) {
    throw createConfigurationError(
      `${formatLocationOfOffset(text, first.offset, file)}: ${printParseErrorCode(first.error)}`,
    );
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw createConfigurationError(
    parsed.error.issues.map((issue) => describeConfigIssue(issue, { file, text })).join('\n'),
  );
}

/** Describes the problem of a workspace file as text with several lines. */
export function describeWorkspaceJsonFileError(error: unknown): string {
  return error instanceof AppError ? [error.message, ...error.details].join('\n') : toErrorMessage(error);
}

function createConfigurationError(text: string): AppError {
  const [first = '', ...laterLines] = text.split('\n');
  return new AppError('configuration', first, laterLines);
}
