import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type ReviewQueue, reviewQueueSchema } from '../contract/index.ts';
import { readBounded } from '../host/bounded-file.ts';
import { AppError } from '../host/errors.ts';
import { isWorkspaceFile, resolvePathBelowWorkspace } from './case-files.ts';
import { explainFileError } from './explain-file-error.ts';
import { replaceFile } from './replace-file.ts';
import { describeWorkspaceJsonFileError, parseWorkspaceJsonFile } from './workspace-json-file.ts';

/** The folder of a workspace with its review queues, `reviews/<name>.jsonc`. */
const REVIEWS_FOLDER = 'reviews';
const QUEUE_FILE_EXTENSION = '.jsonc';

/** A review queue of a workspace; `problem` describes the error in its file, with the position. */
type ListedQueue = { name: string; file: string } & (
  | { queue: ReviewQueue; problem: undefined }
  | { queue: undefined; problem: string }
);

/** Lists the review queues of a workspace by name. A broken file does not hide the others. */
export function listReviewQueues(workspace: string): ListedQueue[] {
  const folder = path.join(/* turbopackIgnore: true */ workspace, REVIEWS_FOLDER);
  if (!existsSync(/* turbopackIgnore: true */ folder)) return [];
  const names = readdirSync(/* turbopackIgnore: true */ folder)
    .filter((file) => file.endsWith(QUEUE_FILE_EXTENSION) && isWorkspaceFile(workspace, `${REVIEWS_FOLDER}/${file}`))
    .map((file) => file.slice(0, -QUEUE_FILE_EXTENSION.length));
  return names.toSorted().map((name): ListedQueue => {
    const file = getQueueFilePath(name);
    try {
      return { name, file, queue: readReviewQueue(workspace, name), problem: undefined };
    } catch (error) {
      return { name, file, queue: undefined, problem: describeWorkspaceJsonFileError(error) };
    }
  });
}

/** Reads a review queue. Throws an `AppError` with line and column if its file is broken or of another version. */
export function readReviewQueue(workspace: string, name: string): ReviewQueue {
  const file = getQueueFilePath(name);
  if (!isWorkspaceFile(workspace, file)) throw new AppError('not_found', `There is no review queue ${file}.`);
  const text = readBounded(path.join(/* turbopackIgnore: true */ workspace, file), { name: file });
  return parseWorkspaceJsonFile(reviewQueueSchema, { file, text, comments: true });
}

/** Creates the file of a review queue. Never overwrites an existing file. */
export async function createReviewQueue(
  workspace: string,
  { name, queue }: { name: string; queue: ReviewQueue },
): Promise<string> {
  const file = getQueueFilePath(name);
  const filePath = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,79}$/u.test(name)
    ? resolvePathBelowWorkspace(workspace, file)
    : undefined;
  if (filePath === undefined) {
    throw new AppError('invalid_request', `${JSON.stringify(name)} cannot be the name of a review queue.`, [
      'Use letters, digits, - and _.',
    ]);
  }
  const after = Buffer.from(`${JSON.stringify(queue, null, 2)}\n`);
  if ((await createFileInNewFolders(filePath, after, file)) === 'changed')
    throw new AppError('invalid_request', `${file} already exists. Choose another name.`);
  return file;
}

async function createFileInNewFolders(filePath: string, after: Buffer, file: string): Promise<'replaced' | 'changed'> {
  try {
    mkdirSync(path.dirname(filePath), { recursive: true });
    return await replaceFile({ file: filePath, before: undefined, after });
  } catch (error) {
    throw explainFileError(error, file);
  }
}

function getQueueFilePath(name: string): string {
  return `${REVIEWS_FOLDER}/${name}${QUEUE_FILE_EXTENSION}`;
}
