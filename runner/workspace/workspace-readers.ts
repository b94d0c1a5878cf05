/**
 * The functions that read agents, cases and config files, with the extensions of this installation already passed in.
 */

import path from 'node:path';
import {
  type CaseFileReferences,
  createCaseFileReferences as lookBesideCases,
} from '../agents/case-file-references.ts';
import { type AgentsHandle, type AgentsOptions, createAgents as openAgents } from '../agents/create-agents.ts';
import type { TestCase } from '../contract/index.ts';
import { systems } from '../extensions/registered/systems.ts';
import { type LoadedCases, loadCaseFile as readCases } from '../inputs/load-case-file.ts';
import { runKinds } from '../kinds/kinds.ts';
import type { RunKind } from '../ports/index.ts';
import type { AgentFolder } from '../scripts/agent-folders.ts';
import type { ConfigContents } from '../scripts/config-module.ts';
import { type ConfigFileRequest, loadConfigFile as readConfig } from '../scripts/read-config-file.ts';
import type { JsonObject } from '../values/index.ts';
import { createCaseReaders } from './state-files.ts';

export function createAgents(options: Omit<AgentsOptions, 'systems'>): AgentsHandle {
  return openAgents({ ...options, systems });
}

/**
 * Creates functions that find and read the files beside cases. `attachments` has the folders in the config from which
 * attachments may be read.
 */
export function findFilesBesideCases(
  file: string,
  { root, attachments }: { root: string; attachments: readonly string[] },
): CaseFileReferences & ReturnType<typeof createCaseReaders> {
  const fileLookup = lookBesideCases(file, { root, folders: systems.folders, attachments });
  return { ...fileLookup, ...createCaseReaders(file, root) };
}

/**
 * Returns the agent that an input file belongs to. With `root`, the search ends at that folder and ids are relative to
 * it.
 */
export function findAgentFolder(file: string, root?: string): AgentFolder | undefined {
  return systems.folders.above(file, root);
}

/**
 * Loads cases from a file. The state files of the cases may be anywhere below `workspace`; by default below the folder
 * of the file.
 */
export function loadCaseFile(file: string, displayName: string, workspace = path.dirname(file)): Promise<LoadedCases> {
  return readCases(file, displayName, { formats: systems.cases, ...createCaseReaders(file, workspace) });
}

/** Converts a case to the form in which people write it. */
export function toAuthoredCase(testCase: TestCase): JsonObject {
  const kind: RunKind = runKinds[testCase.kind];
  return kind.toAuthoredCase(testCase);
}

export function loadWorkspaceConfigFile(request: Omit<ConfigFileRequest, 'systems'>): Promise<ConfigContents> {
  return readConfig({ ...request, systems });
}
