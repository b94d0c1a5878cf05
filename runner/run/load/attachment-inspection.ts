import { closeSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { listAttachmentReferences } from '../../authoring/index.ts';
import type { AuthoredCase } from '../../contract/index.ts';
import { type CaseFinding, warningAt } from '../../inputs/finding.ts';
import { getMimeType } from '../../inputs/mime-types.ts';

/**
 * Finds attachments whose content does not match the file type in their name. Files for which `isRefused` is true are
 * not read; each other file is read once, because many cases may have the same attachment.
 */
export function createAttachmentInspection({
  folder,
  isRefused,
}: {
  folder: string;
  isRefused: (name: string) => boolean;
}): (authored: AuthoredCase) => CaseFinding[] {
  const contents = new Map<string, string | undefined>();
  return (authored) =>
    listAttachmentReferences(authored).flatMap(({ reference: { name }, path: attachmentPath }) => {
      if (!contents.has(name))
        contents.set(name, isRefused(name) ? undefined : describeOtherContent(path.resolve(folder, name)));
      const content = contents.get(name);
      return content === undefined
        ? []
        : warningAt(attachmentPath, `the attachment ${JSON.stringify(name)} ${content}`);
    });
}

function describeOtherContent(file: string): string | undefined {
  const beginning = readBeginning(file);
  if (beginning.startsWith('version https://git-lfs.github.com/spec/'))
    return 'is a Git LFS pointer, which the agent gets instead of the file; run "git lfs pull"';
  const type = getMimeType(file);
  if (!/^(?:image|audio|video)\/|\/pdf$/.test(type) || !/^\s*<(?:!doctype html|html)\b/i.test(beginning))
    return undefined;
  return `is an HTML page, perhaps of a failed download, and not ${type}`;
}

/** Empty for a file that cannot be read. The attempt that sends the file reports this error. */
function readBeginning(file: string): string {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const bytes = Buffer.alloc(128);
    return bytes.toString('utf8', 0, readSync(descriptor, bytes));
  } catch {
    return '';
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
