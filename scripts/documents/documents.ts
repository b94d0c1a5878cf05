import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type MarkdownBlock, markdownBlocks } from './markdown-blocks.ts';

export const home = path.join(import.meta.dirname, '../..');

/** The documents by topic. Each topic has its own test file for its commands, so that the files run in parallel. */
export const documents = {
  cases: [
    'docs/reference/cases.md',
    'docs/reference/conversations.md',
    'docs/explanation/simulated-users.md',
    'docs/reference/mocks.md',
    'docs/reference/assertions.md',
    'docs/reference/judges.md',
    'docs/explanation/faults.md',
    'docs/reference/hooks-and-scripts.md',
    'docs/reference/script-tests.md',
    'docs/reference/generators.md',
  ],
  agents: [
    'README.md',
    'examples/README.md',
    'examples/ci/README.md',
    'examples/experiments/README.md',
    'docs/reference/agents-and-models.md',
    'docs/reference/yao-assistants.md',
    'docs/reference/experiments.md',
    'docs/reference/coming-from-mastra-experiments.md',
    'docs/reference/coming-from-yao.md',
    'docs/reference/coming-from-oxy.md',
    'docs/reference/coming-from-promptfoo.md',
    'docs/reference/coming-from-adk.md',
    'docs/reference/import.md',
    'docs/reference/programs.md',
    'docs/how-to/test-runners.md',
    'examples/vitest/README.md',
    'docs/reference/coding-agents.md',
    'docs/explanation/architecture.md',
    'docs/explanation/decisions/README.md',
    'docs/explanation/decisions/json-path.md',
    'docs/explanation/decisions/sql.md',
    'docs/explanation/decisions/processes.md',
    'docs/explanation/decisions/protocols.md',
    'docs/explanation/decisions/history-format.md',
    'AGENTS.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
  ],
  results: [
    'docs/reference/record-and-replay.md',
    'docs/reference/consistency-tests.md',
    'docs/reference/dashboard.md',
    'docs/reference/authoring.md',
    'docs/reference/trends.md',
    'docs/reference/reports-and-ci.md',
    'docs/reference/history-and-settings.md',
    'docs/reference/many-machines.md',
  ],
};

export const allDocuments: readonly string[] = Object.values(documents).flat();

export function readDocument(document: string): string {
  return readFileSync(path.join(home, document), 'utf8');
}

export function blocksOf(document: string, ...languages: string[]): MarkdownBlock[] {
  return markdownBlocks(readDocument(document)).filter((block) => languages.includes(block.language));
}
