import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { AgentError } from '../../ports/index.ts';
import { type JsonPath, toErrorMessage } from '../../values/index.ts';
import { type Assistant, isNonEmptyValue } from './assistant.ts';
import { findServer } from './mcp/server-definition.ts';
import type { YaoRuntime } from './yao-turn.ts';

/**
 * A part of an assistant that is not available here. The assistant declares it with a key of its `package.yao`, or in a
 * separate file or folder.
 */
export type MissingPart = {
  kind: 'sandbox' | 'search' | 'server';
  part: string;
  declared: { key: JsonPath } | { file: string };
};

/**
 * Returns the declared parts of an assistant that are not available here. Without them, its answers may differ from
 * those in Yao.
 */
export function listMissingParts(assistant: Assistant, runtime: YaoRuntime): MissingPart[] {
  const { dir, yaoPackage, hasSandbox } = assistant;
  const parts: MissingPart[] = [];
  if (hasSandbox && runtime.standIn === undefined) {
    const declared = isNonEmptyValue(yaoPackage.sandbox)
      ? { key: ['sandbox'] }
      : { file: path.join(dir, 'sandbox.yao') };
    parts.push({ kind: 'sandbox', part: 'its sandbox', declared });
  }
  parts.push(...listMissingSearchParts(assistant));
  for (const [index, { server }] of (yaoPackage.mcp?.servers ?? []).entries()) {
    const problem = findProblemOfServer(server, runtime);
    if (problem !== undefined) {
      parts.push({ kind: 'server', part: problem, declared: { key: ['mcp', 'servers', index] } });
    }
  }
  return parts;
}

function listMissingSearchParts({ dir, yaoPackage: { search, uses, kb, db }, hasSandbox }: Assistant): MissingPart[] {
  const parts: MissingPart[] = [];
  const addMissingSearchPart = (part: string, key: string) =>
    void parts.push({ kind: 'search', part, declared: { key: [key] } });
  if (uses?.search !== 'disabled') {
    const key = isNonEmptyValue(search) ? 'search' : 'uses';
    if (isNonEmptyValue(search) || isNonEmptyValue(uses?.search))
      addMissingSearchPart('search before the model (search, uses.search)', key);
    if (isNonEmptyValue(kb)) addMissingSearchPart('its knowledge bases (kb)', 'kb');
    if (isNonEmptyValue(db)) addMissingSearchPart('its search in data (db)', 'db');
  }
  const [skill] = hasSandbox ? [] : listEntriesOfFolder(path.join(dir, 'skills'));
  if (skill !== undefined) parts.push({ kind: 'search', part: 'its skills', declared: { file: skill } });
  return parts;
}

/** Throws an error that names the missing parts, unless the run allows them. */
export function assertNoMissingParts(assistant: Assistant, runtime: YaoRuntime): void {
  const missingParts = runtime.partial ? [] : listMissingParts(assistant, runtime);
  if (missingParts.length === 0) return;
  const parts = missingParts.map(({ part }) => part).join(', ');
  const standIn = missingParts.some(({ kind }) => kind === 'sandbox') ? `; ${SANDBOX_AGENT_ADVICE}` : '';
  throw new AgentError(
    `agent "${assistant.id}" needs parts that are not available here: ${parts}. ${ALLOW_PARTIAL_ADVICE}${standIn}`,
    'configuration',
  );
}

/** Advice about missing parts. */
export const ALLOW_PARTIAL_ADVICE = '--allow-partial runs it without them';
export const SANDBOX_AGENT_ADVICE = 'sandbox: "<agent>" in the config names an agent that answers in its place';

function findProblemOfServer(id: string, runtime: YaoRuntime): string | undefined {
  try {
    findServer(id, runtime);
    return undefined;
  } catch (error) {
    return `its server: ${toErrorMessage(error)}`;
  }
}

function listEntriesOfFolder(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : [];
}
