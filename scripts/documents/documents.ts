import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type MarkdownBlock, markdownBlocks } from './markdown-blocks.ts';

export const home = path.join(import.meta.dirname, '../..');

/** The documents by topic. Each topic has its own test file for its commands, so that the files run in parallel. */
export const documents = {
  cases: [
    'docs/write-cases.md',
    'docs/conversations.md',
    'docs/simulated-users.md',
    'docs/mocks.md',
    'docs/assertions.md',
    'docs/judges.md',
    'docs/faults.md',
    'docs/hooks-and-scripts.md',
    'docs/script-tests.md',
    'docs/generators.md',
  ],
  agents: [
    'README.md',
    'examples/README.md',
    'examples/ci/README.md',
    'examples/experiments/README.md',
    'docs/agents-and-models.md',
    'docs/yao-assistants.md',
    'docs/experiments.md',
    'docs/coming-from-mastra-experiments.md',
    'docs/coming-from-yao.md',
    'docs/coming-from-oxy.md',
    'docs/coming-from-promptfoo.md',
    'docs/coming-from-adk.md',
    'docs/import.md',
    'docs/coding-agents.md',
    'docs/architecture.md',
    'docs/decisions/README.md',
    'docs/decisions/json-path.md',
    'docs/decisions/sql.md',
    'docs/decisions/processes.md',
    'docs/decisions/protocols.md',
    'docs/decisions/history-format.md',
    'AGENTS.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
  ],
  results: [
    'docs/record-and-replay.md',
    'docs/consistency-tests.md',
    'docs/dashboard.md',
    'docs/authoring.md',
    'docs/trends.md',
    'docs/reports-and-ci.md',
    'docs/history-and-settings.md',
    'docs/many-machines.md',
  ],
};

export const allDocuments: readonly string[] = Object.values(documents).flat();

export function readDocument(document: string): string {
  return readFileSync(path.join(home, document), 'utf8');
}

export function blocksOf(document: string, ...languages: string[]): MarkdownBlock[] {
  return markdownBlocks(readDocument(document)).filter((block) => languages.includes(block.language));
}
