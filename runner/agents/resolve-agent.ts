import { type AgentFolder, findFolderAbove } from '../scripts/agent-folders.ts';

/**
 * The agent that an input file belongs to: the nearest folder with a `package.yao`, the file's own included.
 * With `root`, the search ends there and ids are counted from there. For a message, pass a name inside the current folder.
 */
export function findAgentFolder(fromFile: string, root?: string): AgentFolder | undefined {
  return findFolderAbove(fromFile, root);
}
