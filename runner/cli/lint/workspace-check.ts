import { statSync } from 'node:fs';
import path from 'node:path';
import { listOxyFiles } from '../../agents/oxy/oxy-files.ts';
import { findAgentFolder } from '../../agents/resolve-agent.ts';
import { type Assertion, type AuthoredCase, messagesOf, nearest, type WorkspaceConfig } from '../../contract/index.ts';
import { type CasePath, errorAt, type Finding } from '../../inputs/finding.ts';
import type { CaseInspection } from '../../inputs/read-case.ts';
import { createConnectors, type Variables } from '../../models/connectors.ts';
import { bareAgentId, listAgentFolders } from '../../scripts/agent-folders.ts';
import { resolveScript } from '../../scripts/resolve-script.ts';

/** What a workspace has that cases may name. A connector that cannot be used has a `problem`. */
type Known = { root: string; agents: readonly string[]; connectors: ReadonlyMap<string, string | undefined> };
type Place = { known: Known; file: string; findings: Finding[] };

type Workspace = { root: string; config: WorkspaceConfig; variables: Variables };

export type WorkspaceCheck = { inspect(file: string): CaseInspection; connectors: readonly string[] };

/** Says of the cases of a file what they name and the workspace does not have: agents, connectors, scripts, attachments. */
export function createWorkspaceCheck(workspace: Workspace): WorkspaceCheck {
  const { root, config, variables } = workspace;
  const connectors = createConnectors({ root, config, variables }).list();
  const known: Known = {
    root,
    agents: [
      ...Object.keys(config.agents),
      ...listAgentFolders(root).keys(),
      ...listOxyFiles(root).map(({ id }) => id),
      ...connectors.map(({ id }) => `model:${id}`),
    ],
    connectors: new Map(connectors.map(({ id, problem }) => [id, problem])),
  };
  return {
    inspect: (file) => (authored) => inspect(authored, { known, file, findings: [] }),
    connectors: [...known.connectors.keys()],
  };
}

function inspect(authored: AuthoredCase, place: Place): Finding[] {
  const { simulator, assert, checkpoints, options, before, after } = authored;
  checkConnector(options?.connector, ['options', 'connector'], place);
  if (simulator !== undefined) {
    checkAgent('simulator', { id: simulator.use, path: ['simulator', 'use'] }, place);
    checkConnector(simulator.options?.connector, ['simulator', 'options', 'connector'], place);
  }
  for (const [key, reference] of Object.entries({ before, after })) {
    if (reference !== undefined) checkScript({ kind: 'hook', reference, path: [key] }, place);
  }
  checkAssertions(assert ?? [], ['assert'], place);
  for (const [index, checkpoint] of (checkpoints ?? []).entries()) {
    checkAssertions(checkpoint.assert, ['checkpoints', index, 'assert'], place);
  }
  checkAttachments(authored, place);
  return place.findings;
}

function checkAssertions(assertions: readonly Assertion[], base: CasePath, place: Place): void {
  for (const [index, assertion] of assertions.entries()) {
    const path = [...base, index];
    if (assertion.type !== 'agent' && assertion.type !== 'script') continue;
    checkConnector(assertion.options?.connector, [...path, 'options', 'connector'], place);
    if (assertion.type === 'agent') checkAgent('validator', { id: assertion.use, path: [...path, 'use'] }, place);
    else checkScriptAssertion(assertion, path, place);
  }
}

function checkScriptAssertion(
  { script, use }: Extract<Assertion, { type: 'script' }>,
  base: CasePath,
  place: Place,
): void {
  const key = script === undefined ? 'use' : 'script';
  checkScript({ kind: 'function', reference: script ?? use ?? '', path: [...base, key] }, place);
}

function checkAgent(role: string, { id, path }: { id: string; path: CasePath }, { known, findings }: Place): void {
  const bare = bareAgentId(id.trim());
  if (known.agents.includes(id) || known.agents.includes(bare)) return;
  const what = `the workspace has no agent ${JSON.stringify(bare)} for the ${role}`;
  findings.push(errorAt(path, what, nearest(bare, known.agents)));
}

function checkConnector(id: string | undefined, path: CasePath, { known, findings }: Place): void {
  if (id === undefined) return;
  const named = JSON.stringify(id);
  const problem = known.connectors.get(id);
  if (problem !== undefined) findings.push(errorAt(path, `the connector ${named} cannot be used: ${problem}`));
  if (known.connectors.has(id)) return;
  findings.push(errorAt(path, `the workspace has no connector ${named}`, nearest(id, known.connectors.keys())));
}

type ScriptUse = { kind: 'hook' | 'function'; reference: string; path: CasePath };

/** Scripts are looked for beside the agent; a file that belongs to none may be run with any. */
function checkScript({ kind, reference, path: at }: ScriptUse, { known, file, findings }: Place): void {
  const agent = findAgentFolder(file, known.root);
  if (agent === undefined) return;
  try {
    resolveScript(known.root, { kind, reference, baseDir: path.dirname(file), agentId: agent.id });
  } catch (error) {
    findings.push(errorAt(at, error instanceof Error ? error.message : String(error)));
  }
}

function checkAttachments({ input }: AuthoredCase, { file, findings }: Place): void {
  for (const [position, { content }] of messagesOf(input).entries()) {
    if (!Array.isArray(content)) continue;
    const base: CasePath = Array.isArray(input) ? ['input', position, 'content'] : ['input', 'content'];
    for (const [index, part] of content.entries()) {
      const source = 'source' in part ? part.source : undefined;
      if (source?.startsWith('file://') !== true) continue;
      const written = source.slice('file://'.length);
      if (isFile(path.resolve(path.dirname(file), written))) continue;
      findings.push(errorAt([...base, index, 'source'], `the attachment ${JSON.stringify(written)} does not exist`));
    }
  }
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
