import { existsSync } from 'node:fs';
import path from 'node:path';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { type WorkspaceConfig, workspaceConfigSchema } from '../contract/index.ts';
import { readBounded } from '../host/bounded-file.ts';
import { AppError } from '../host/errors.ts';
import { findTooDeepOffset, TOO_DEEP_TEXT, toErrorMessage } from '../values/index.ts';
import { findConfigFile, isCodeFile } from './config-file.ts';
import { describeConfigIssue, formatLocationOfOffset } from './config-location.ts';
import { loadWorkspaceConfigFile } from './workspace-readers.ts';

const DEFAULT_DEADLINE_MS = 30_000;

/** The config of a workspace, empty if it has none, and the handlers that it registers for `Process()`. */
export type LoadedConfig = {
  config: WorkspaceConfig;
  file: string;
  handlers?: { file: string; names: readonly string[] };
};

export type ConfigRequest = {
  root: string;
  variables: Readonly<Record<string, string | undefined>>;
  deadlineMs?: number;
};

/**
 * Loads the workspace's `runner.config.json`, or its `runner.config.ts`, which is evaluated in a worker; an empty
 * config if there is neither. Throws an `AppError` with file, line and key.
 */
export async function loadConfig({
  root,
  variables,
  deadlineMs = DEFAULT_DEADLINE_MS,
}: ConfigRequest): Promise<LoadedConfig> {
  const file = findConfigFile(root);
  if (!existsSync(file)) return { config: validateConfig({}, { file, text: '' }), file };
  const text = readBounded(file);
  if (!isCodeFile(file)) return { config: validateConfig(parseConfigText(text, file), { file, text }), file };
  const { data, processes } = await loadWorkspaceConfigFile({ file, variables, deadlineMs }).catch((error: unknown) => {
    throw new AppError('configuration', toErrorMessage(error));
  });
  return { config: validateConfig(data, { file, text }), file, handlers: { file, names: processes } };
}

function parseConfigText(text: string, file: string): unknown {
  const deep = findTooDeepOffset(text);
  if (deep !== undefined)
    throw new AppError('configuration', `${formatLocationOfOffset(text, deep, file)}: ${TOO_DEEP_TEXT}`);
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined) return value;
  throw new AppError(
    'configuration',
    `${formatLocationOfOffset(text, first.offset, file)}: ${printParseErrorCode(first.error)}`,
  );
}

type ConfigSource = { file: string; text: string };

function validateConfig(value: unknown, source: ConfigSource): WorkspaceConfig {
  const parsed = workspaceConfigSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) =>
    describeConfigIssue(issue, { file: path.basename(source.file), text: source.text }),
  );
  throw new AppError('configuration', `${source.file} is not a valid config`, problems);
}
