import path from 'node:path';
import { chooseAgentForFolder } from '../agents/agent-of-folder.ts';
import { InputError } from '../inputs/problem.ts';
import { listCaseFilesBelow } from './case-files.ts';
import { findAgentFolder, loadCaseFile } from './workspace-readers.ts';

export type SuiteSummary = {
  /** The path of the suite below the workspace, with forward slashes. */
  key: string;
  /**
   * The agent that the file tests: the agent whose folder contains the file, the agent that a parent folder is named
   * after, or the only agent.
   */
  agentId?: string;
  cases: number;
  /** The number of problems that keep the file from being run. */
  problems: number;
};

const MAX_FILES = 2000;

/**
 * Returns the case files of a workspace in alphabetical order, each with the agent that it is for, if any. Reports are
 * not suites.
 */
export async function listSuites(workspace: string, agents: readonly { id: string }[]): Promise<SuiteSummary[]> {
  const keys = listCaseFilesBelow(workspace).slice(0, MAX_FILES);
  const ids = agents.map(({ id }) => id);
  return Promise.all(keys.map((key) => summarizeSuite({ workspace, ids }, key)));
}

async function summarizeSuite(
  { workspace, ids }: { workspace: string; ids: readonly string[] },
  key: string,
): Promise<SuiteSummary> {
  const file = path.join(workspace, key);
  const agentOfFolder =
    findAgentFolder(file, workspace)?.id ?? chooseAgentForFolder(path.dirname(file), workspace, ids);
  try {
    const { cases, agentId } = await loadCaseFile(file, key, workspace);
    return { key, agentId: agentId ?? agentOfFolder, cases: cases.length, problems: 0 };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { key, agentId: agentOfFolder, cases: 0, problems: Math.max(1, error.problems.length) };
  }
}
