import path from 'node:path';
import { findAgentFolder, InputError, loadCaseFile } from '../../runner/index.ts';
import { caseFilesBelow } from './case-files.ts';

export type SuiteSummary = {
  /** Path below the workspace, with forward slashes. */
  key: string;
  /** The agent that the file is for or whose folder it lies in, if any. */
  agentId?: string;
  cases: number;
  /** The number of problems that keep the file from being run. */
  problems: number;
};

const MOST_FILES = 2000;

/** The case files of a workspace, in alphabetical order. Reports are not suites. */
export async function listSuites(workspace: string): Promise<SuiteSummary[]> {
  const keys = caseFilesBelow(workspace).slice(0, MOST_FILES);
  return Promise.all(keys.map((key) => summarize(workspace, key)));
}

async function summarize(workspace: string, key: string): Promise<SuiteSummary> {
  const file = path.join(workspace, key);
  const agent = findAgentFolder(file, workspace);
  try {
    const { cases, agentId } = await loadCaseFile(file, key);
    return { key, agentId: agentId ?? agent?.id, cases: cases.length, problems: 0 };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { key, agentId: agent?.id, cases: 0, problems: Math.max(1, error.problems.length) };
  }
}
