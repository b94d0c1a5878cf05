import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { AgentFinding } from '../../agents/agent-finding.ts';
import { findUnknownPlaceholders, hasHelperPlaceholder } from '../../agents/helper-names.ts';
import { sessionKeyPattern } from '../../agents/http/lost-conversation.ts';
import { listPlaceholders } from '../../agents/http/request-template.ts';
import type { AgentEntry, AgentEntryOf, WorkspaceConfig } from '../../contract/index.ts';
import { castToJson, isJsonObject } from '../../values/index.ts';
import { findConfigFile } from '../../workspace/config-file.ts';
import { locateConfigKey } from '../../workspace/config-location.ts';

type EntryWorkspace = { root: string; config: Pick<WorkspaceConfig, 'agents'> };

/**
 * Returns warnings about an entry of the config: data that its agent never gets, and code that its agent never runs.
 */
export function findEntryWarnings(id: string, { root, config }: EntryWorkspace): AgentFinding[] {
  const entry = Object.hasOwn(config.agents, id) ? config.agents[id] : undefined;
  if (entry === undefined) return [];
  const warnings = [
    ...(entry.type === 'openai' ? findUnfilledPlaceholders(entry) : []),
    ...(entry.type === 'http' ? [...findUnsentMessages(entry), ...findSharedSessions(entry)] : []),
    ...(entry.type === 'module' ? findUnusedExports(id, entry, { root, config }) : []),
  ];
  return warnings.map(({ key, message }): AgentFinding => {
    const file = findConfigFile(root);
    return { kind: 'doubt', file, ...locateConfigKey(file, ['agents', id, ...key]), message };
  });
}

type EntryDoubt = { key: string[]; message: string };

/** Finds placeholders in the system prompt that are never replaced. */
function findUnfilledPlaceholders({ system }: AgentEntryOf<'openai'>): EntryDoubt[] {
  if (system === undefined) return [];
  return findUnknownPlaceholders(system, hasHelperPlaceholder(system)).map(({ message }) => {
    return { key: ['system'], message };
  });
}

/**
 * Matches placeholders whose values do not depend on the case. If a request template has only these, every case sends
 * the same request.
 */
const caseIndependentPlaceholderPattern =
  /^(?:session_id|session_uuid|attempt|mocks_url|(?:setup|answer|headers|carry)(?:\..*)?)$/;

function findUnsentMessages(entry: AgentEntryOf<'http'>): EntryDoubt[] {
  const { body, method } = entry;
  const key = body === undefined ? 'url' : 'body';
  const sendsAll = body === undefined && method !== 'GET';
  if (sendsAll || !listPlaceholders(castToJson(entry)).every((name) => caseIndependentPlaceholderPattern.test(name)))
    return [];
  const message = `the agent never gets the message of a case: its request has no {{input}} or {{messages}}; write one of them in "${key}"`;
  return [{ key: [key], message }];
}

const perCasePlaceholderPattern =
  /^(?:session_id|session_uuid|attempt|case_id|messages|(?:setup|carry|answer)(?:\..*)?)$/;

/**
 * Finds a request body with a fixed session id. All cases then share one session, and an agent with a memory mixes them
 * up.
 */
function findSharedSessions(entry: AgentEntryOf<'http'>): EntryDoubt[] {
  const body = castToJson(entry.body ?? null);
  if (!isJsonObject(body) || listPlaceholders(castToJson(entry)).some((name) => perCasePlaceholderPattern.test(name)))
    return [];
  return Object.entries(body).flatMap(([key, value]) => {
    if (!sessionKeyPattern.test(key) || typeof value !== 'string' || value === '' || value.includes('{{')) return [];
    const message = `all cases share the ${key} ${JSON.stringify(value)}, so the agent may remember earlier cases; write "{{session_id}}"`;
    return [{ key: ['body', key], message }];
  });
}

/**
 * Finds an entry that was copied from another one and probably lacks its own `export`: its module has an unused export
 * with the entry's name.
 */
function findUnusedExports(id: string, entry: AgentEntryOf<'module'>, { root, config }: EntryWorkspace): EntryDoubt[] {
  const twin = Object.keys(config.agents).find((other) => other !== id && isEqualEntry(config.agents[other], entry));
  const file = path.resolve(root, entry.path);
  if (twin === undefined || !existsSync(file)) return [];
  const names = [...readFileSync(file, 'utf8').matchAll(exportedNamePattern)].map(([, name = '']) => name);
  const ownExport = names.find((name) => name !== entry.export && toLettersOnly(id).endsWith(toLettersOnly(name)));
  if (ownExport === undefined) return [];
  const message = `${JSON.stringify(id)} is the same agent as ${JSON.stringify(twin)}, although its module exports ${ownExport}; add "export": "${ownExport}"`;
  return [{ key: [], message }];
}

function isEqualEntry(one: AgentEntry | undefined, other: AgentEntry): boolean {
  const settings = (entry: AgentEntry | undefined) => ({ ...entry, name: undefined, description: undefined });
  return isDeepStrictEqual(settings(one), settings(other));
}

const exportedNamePattern = /^export\s+(?:async\s+)?(?:function\s*\*?|const|let)\s+([\w$]+)/gm;

function toLettersOnly(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
