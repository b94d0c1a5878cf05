import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import escapeStringRegexp from 'escape-string-regexp';
import type { AgentEntry, AuthoredCase, WorkspaceConfig } from '../../contract/index.ts';
import { collectAssertionLists } from '../../inputs/checks/check-conversation.ts';
import { type CaseFinding, warningAtKey } from '../../inputs/finding.ts';
import { findInputScript } from '../../kinds/attempt/scripted-input.ts';
import { removeAgentPrefix } from '../../scripts/agent-folders.ts';
import { blankOutComments } from '../../scripts/code-text.ts';
import { findFunctionDeclaration, splitParameters } from '../../scripts/code-warnings.ts';
import type { ScriptLocation } from '../../scripts/resolve-script.ts';
import { isJsonObject } from '../../values/index.ts';

type MetadataInspectionWorkspace = {
  root: string;
  config: Pick<WorkspaceConfig, 'agents'>;
  /** The entry of the tested agent. */
  entry: AgentEntry | undefined;
  /** The case file. */
  file: string;
  locateScript(kind: 'hook' | 'function', name: string): ScriptLocation | undefined;
};

/**
 * Finds metadata keys that the code which reads them does not get. Agents get only the metadata in "options"; a script
 * assertion gets only the metadata in its own "options". A case with hooks may need the same metadata in several
 * places.
 */
export function createMetadataInspection(
  workspace: MetadataInspectionWorkspace,
): (authored: AuthoredCase) => CaseFinding[] {
  const { entry, root, config } = workspace;
  const codeByFile = new Map<string, string>();
  const readCode = (file: string): string => {
    const code = codeByFile.get(file) ?? (existsSync(file) ? blankOutComments(readFileSync(file, 'utf8')) : '');
    codeByFile.set(file, code);
    return code;
  };
  const inspection = { ...workspace, readCode };
  return (authored) => {
    const { metadata = null, options, before, after } = authored;
    const ofUser = findUnreadUserMetadata(authored, inspection);
    if (!isJsonObject(metadata) || before !== undefined || after !== undefined) return ofUser;
    const readKeys = entry?.type === 'module' ? listMetadataKeys(readCode(path.resolve(root, entry.path))) : [];
    const reached = options?.metadata ?? {};
    const ofAgent = Object.keys(metadata)
      .filter((key) => readKeys.includes(key) && !Object.hasOwn(reached, key))
      .map((key) =>
        warningAtKey(
          ['metadata', key],
          `the agent reads metadata.${key}, but gets only the "metadata" of "options"; move "${key}" there`,
        ),
      );
    const keys = Object.keys(metadata);
    return [
      ...ofUser,
      ...ofAgent,
      ...findMetadataOfScripts(authored, keys, inspection),
      ...findMissingInputKey(authored, keys, inspection),
      ...findNamedAgent(metadata, config.agents, entry),
    ];
  };
}

type MetadataInspection = MetadataInspectionWorkspace & { readCode(file: string): string };

const metadataKeyPattern = /(?<![\w$])metadata\??\.([\w$]+)/g;

function listMetadataKeys(code: string): string[] {
  return [...code.matchAll(metadataKeyPattern)].map(([, key = '']) => key);
}

/** Returns the keys of a parameter such as `{ forbidden = [], limit }`. */
function listDestructuredKeys(parameter: string): string[] {
  if (!parameter.startsWith('{')) return [];
  return parameter.split(/[{},]/).flatMap((part) => /^[\w$]+/.exec(part.trim())?.[0] ?? []);
}

/**
 * Finds keys that a script assertion reads from its metadata and that the case has elsewhere, but not in the "options"
 * of this assertion.
 */
function findMetadataOfScripts(
  authored: AuthoredCase,
  keys: readonly string[],
  { locateScript, readCode }: MetadataInspection,
): CaseFinding[] {
  return collectAssertionLists(authored).flatMap(({ rules }) =>
    rules.flatMap((rule) => {
      const location = rule.type === 'script' ? locateScript('function', rule.script ?? rule.use ?? '') : undefined;
      if (rule.type !== 'script' || location === undefined) return [];
      const declaration = findFunctionDeclaration(readCode(location.file), location.functionName);
      const parameter = splitParameters(declaration?.parameters ?? '')[3] ?? '';
      const name = /^[\w$]+/.exec(parameter)?.[0];
      const read = name === 'metadata' ? listMetadataKeys(declaration?.body ?? '') : listDestructuredKeys(parameter);
      const reached = rule.options?.metadata ?? {};
      return keys
        .filter((key) => read.includes(key) && !Object.hasOwn(reached, key))
        .map((key) =>
          warningAtKey(
            ['metadata', key],
            `${location.functionName} reads metadata.${key}, but gets only the "metadata" of the assertion's "options"; move "${key}" there`,
          ),
        );
    }),
  );
}

/** Keys that describe a case to people and reports, and that no code has to read. */
const descriptiveKeyPattern =
  /^(?:id|owner|team|area|author|ticket|issue|jira|link|url|source|category|type|priority|severity|notes?|comment|description|title|version|feature|group|kind|labels?|tags?|locale|lang(?:uage)?|difficulty|risk|status|created|date|review(?:ed|er)?)$/i;

/**
 * Finds a key that the function which generates the input reads but no case of the file has, if this case has a key
 * that nothing reads: probably one of them is misspelt.
 */
function findMissingInputKey(
  { input }: AuthoredCase,
  keys: readonly string[],
  { root, entry, file, locateScript, readCode }: MetadataInspection,
): CaseFinding[] {
  const script = typeof input === 'string' ? findInputScript(input) : undefined;
  const location = script === undefined ? undefined : locateScript('function', script);
  if (location === undefined) return [];
  const code = readCode(location.file);
  const others = entry?.type === 'module' ? readCode(path.resolve(root, entry.path)) : '';
  const body = findFunctionDeclaration(code, location.functionName)?.body ?? '';
  const cases = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const missing = listMetadataKeys(body).find((key) => !keys.includes(key) && !hasWord(cases, key));
  const unread = keys.find((key) => !descriptiveKeyPattern.test(key) && !hasWord(code, key) && !hasWord(others, key));
  if (missing === undefined || unread === undefined) return [];
  return [
    warningAtKey(
      ['metadata', unread],
      `${location.functionName} reads metadata.${missing}, which no case has; nothing reads "${unread}"`,
    ),
  ];
}

/**
 * Finds metadata of a simulator that has no effect, because the module that plays the user does not read it from its
 * request.
 */
function findUnreadUserMetadata(
  { simulator, turns }: AuthoredCase,
  { root, config, readCode }: MetadataInspection,
): CaseFinding[] {
  const id = simulator?.use === undefined || turns !== undefined ? undefined : removeAgentPrefix(simulator.use);
  const entry = id !== undefined && Object.hasOwn(config.agents, id) ? config.agents[id] : undefined;
  if (id === undefined || entry?.type !== 'module') return [];
  const code = readCode(path.resolve(root, entry.path));
  const [, fields] = /\{([^{}]*)\}\s*=\s*JSON\.parse\(\s*(?:[\w$]+\.)?input\s*\)/.exec(code) ?? [];
  if (fields === undefined || /\bextra\b|\.\.\./.test(fields)) return [];
  return Object.keys(simulator?.options?.metadata ?? {})
    .filter((key) => key !== 'persona' && key !== 'goal' && !hasWord(code, key))
    .map((key) =>
      warningAtKey(
        ['simulator', 'options', 'metadata', key],
        `the simulator "${id}" never reads "${key}", which is in "extra" of its request; it reads only ${fields.trim()}`,
      ),
    );
}

const agentNameKeyPattern = /^(?:tested_?)?(?:agent|assistant|bot|target)(?:_?(?:id|name))?$/i;

/** Finds metadata with the id of another agent. Such metadata does not select that agent, as its author may think. */
function findNamedAgent(
  metadata: Readonly<Record<string, unknown>>,
  agents: WorkspaceConfig['agents'],
  tested: AgentEntry | undefined,
): CaseFinding[] {
  return Object.entries(metadata).flatMap(([key, value]) => {
    const named = typeof value === 'string' && Object.hasOwn(agents, value) ? agents[value] : undefined;
    if (named === undefined || tested === undefined || named === tested || !agentNameKeyPattern.test(key)) return [];
    const message = `"${key}" in "metadata" chooses no agent, so this case does not test ${JSON.stringify(value)}; -n ${String(value)} does`;
    return [warningAtKey(['metadata', key], message)];
  });
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(`(?<![\\w$])${escapeStringRegexp(word)}(?![\\w$])`).test(text);
}
