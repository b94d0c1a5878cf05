import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type MarkdownBlock, parseMarkdownBlocks } from './markdown-blocks.ts';

export const home = path.join(import.meta.dirname, '../..');

/** Markdown files that are not documents for readers: files that tests compare with, and the history of the project. */
const NO_DOCUMENT = /^(runner|bench|\.github)\/|^CHANGELOG\.md$|^examples\/oxy\/notes\//;

/** The documents in the repository, by path. */
export const allDocuments: readonly string[] = listTrackedFiles('*.md').filter((file) => !NO_DOCUMENT.test(file));

const isReferenceDocument = (document: string): boolean => /^docs\/(reference|explanation)\//.test(document);

/** The documents in groups. Each has its own test file for its commands, so that the files run in parallel. */
export const documents = {
  guides: allDocuments.filter((document) => !isReferenceDocument(document)),
  cases: allDocuments.filter((document) => isReferenceDocument(document) && path.basename(document) < 'o'),
  results: allDocuments.filter((document) => isReferenceDocument(document) && path.basename(document) >= 'o'),
};

/** Returns the files that a fresh clone has, in the order of their paths. */
export function listTrackedFiles(...patterns: string[]): string[] {
  const list = execFileSync('git', ['ls-files', '-z', '--', ...patterns], { cwd: home, encoding: 'utf8' });
  return list.split('\0').filter((file) => file !== '');
}

export function readDocument(document: string): string {
  return readFileSync(path.join(home, document), 'utf8');
}

export function listDocumentBlocks(document: string, ...languages: string[]): MarkdownBlock[] {
  return parseMarkdownBlocks(readDocument(document)).filter((block) => languages.includes(block.language));
}
