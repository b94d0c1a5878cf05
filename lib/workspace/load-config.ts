import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import type * as z from 'zod';
import { type WorkspaceConfig, workspaceConfigSchema } from '../../runner/contract/index.ts';
import { AppError } from '../errors.ts';

export const CONFIG_FILE = 'runner.config.json';

/** The workspace's `runner.config.json`, or an empty config. Throws an `AppError` that names file, place and key. */
export function loadConfig(root: string): WorkspaceConfig {
  const file = path.join(root, CONFIG_FILE);
  if (!existsSync(file)) return parseConfig({}, file);
  const text = readFileSync(file, 'utf8');
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) {
    throw new AppError('configuration', `${placeOf(text, first.offset, file)}: ${printParseErrorCode(first.error)}`);
  }
  return parseConfig(value, file);
}

/** Checks what a config file holds, whatever language it is written in. */
export function parseConfig(value: unknown, file: string): WorkspaceConfig {
  const parsed = workspaceConfigSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError('configuration', `${file} is not a valid config`, parsed.error.issues.map(describeIssue));
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const place = issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  return `${place}${issue.message}`;
}

function placeOf(text: string, offset: number, file: string): string {
  const before = text.slice(0, offset).split('\n');
  return `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}
