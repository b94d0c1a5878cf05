import path from 'node:path';
import { openDatabase } from '../../../history/db/index.ts';
import { createRedactor } from '../../../run/redactor.ts';
import { writeLines } from '../../../run/stored/line-file.ts';
import { getHistoryFile } from '../../../run/stored/stored-history.ts';
import type { Terminal } from '../../../run/terminal.ts';
import { resolveWorkspaceRoot } from '../../../run/workspace-root.ts';
import { isOutsideFolder } from '../../../scripts/folder-containment.ts';
import { formatCountWithNoun } from '../../../values/index.ts';
import { loadConfig } from '../../../workspace/load-config.ts';
import { formatImportReport } from '../imported-report.ts';
import type { SkippedPart } from '../readers/import-source.ts';
import { type AnnouncedCasesOnDisk, createAnnouncedCases } from './announced-cases.ts';
import type { ConversationSource, ImportTarget } from './conversation-source.ts';
import { recordConversations } from './record-conversations.ts';

export type ConversationImport = {
  files: readonly string[];
  app: string | undefined;
  db: string | undefined;
  /** The suite to which the conversations belong: its rules judge them, or it is generated from them. */
  suite: string | undefined;
  output: string | undefined;
  source: ConversationSource;
};

/**
 * Imports conversations into the history as one run; on request, generates a suite from them. Returns false if there
 * are no conversations.
 */
export async function importConversations(request: ConversationImport, terminal: Terminal): Promise<boolean> {
  const announced = createAnnouncedCases();
  try {
    return await importConversationFiles({ ...request, announced }, terminal);
  } finally {
    announced.deleteFiles();
  }
}

type ImportWithAnnouncedCases = ConversationImport & { announced: AnnouncedCasesOnDisk };

async function importConversationFiles(
  { files, app, db, suite, output, source, announced }: ImportWithAnnouncedCases,
  terminal: Terminal,
): Promise<boolean> {
  const { cwd, stdout, variables } = terminal;
  const root = resolveWorkspaceRoot(app, { cwd });
  const { config } = await loadConfig({ root, variables });
  const redact = createRedactor({ ...terminal, extra: config.redact ?? [] });
  const suiteKey = resolveSuiteKey({ root, cwd, suite, files });
  const purpose = { suiteKey, isSuiteWanted: output !== undefined };
  const {
    skippedParts,
    agentId,
    conversations: carried,
    attempts,
  } = await summarizeSource({ source, announced }, purpose);
  const isEmpty = carried + skippedParts.length === 0;
  stdout.write(
    isEmpty
      ? `no conversations in ${files.join(', ')}\n`
      : formatImportReport({ importedCount: carried, skippedParts, unit: 'conversations' }),
  );
  if (announced.count() === 0) return false;
  const database = openDatabase(getHistoryFile({ app, db }, terminal));
  try {
    const input = files.join(' ');
    const conversations = source.conversations();
    const recording = { database, suiteKey, agentId, attempts, input, redact, announced, conversations };
    const runId = await recordConversations(recording);
    stdout.write(`run ${runId}: turntree show ${runId.slice(0, 13)}\n`);
  } finally {
    database.close();
  }
  if (output !== undefined) await writeCases({ source, output, redact }, terminal);
  return true;
}

type SourceSummary = { skippedParts: SkippedPart[]; agentId: string; conversations: number; attempts: number };

/** Reads all conversations before any of them is stored, because a run must announce its cases first. */
async function summarizeSource(
  { source, announced }: Pick<ImportWithAnnouncedCases, 'source' | 'announced'>,
  purpose: ImportTarget,
): Promise<SourceSummary> {
  const summary: SourceSummary = { skippedParts: [], agentId: 'imported', conversations: 0, attempts: 1 };
  const agents = new Set<string>();
  for await (const outline of source.conversationOutlines(purpose)) {
    if (outline.kind === 'lost') {
      summary.skippedParts.push(outline.lost);
      continue;
    }
    if (outline.agent !== undefined) agents.add(outline.agent);
    summary.conversations += 1;
    summary.attempts = Math.max(summary.attempts, outline.attempt);
    if (outline.attempt === 1) announced.addCase(outline.announced);
  }
  const [onlyAgent] = agents;
  return agents.size === 1 && onlyAgent !== undefined ? { ...summary, agentId: onlyAgent } : summary;
}

type CaseOutput = { source: ConversationSource; output: string; redact: (text: string) => string };

async function writeCases({ source, output, redact }: CaseOutput, { cwd, stdout }: Terminal): Promise<void> {
  let [caseCount, without] = [0, 0];
  const proposeCaseLines = async function* (): AsyncGenerator<string> {
    for await (const proposed of source.proposedCases()) {
      if ('why' in proposed) {
        without += 1;
        stdout.write(`no case was made from "${proposed.id}": ${proposed.why}\n`);
      } else {
        caseCount += 1;
        yield `${redact(proposed.line)}\n`;
      }
    }
  };
  await writeLines(path.resolve(cwd, output), proposeCaseLines());
  stdout.write(
    `${formatCountWithNoun(caseCount, 'case')} in ${output}${without === 0 ? '' : `; ${formatCountWithNoun(without, 'conversation')} without one`}\n`,
  );
}

type SuiteLocation = { root: string; cwd: string; suite: string | undefined; files: readonly string[] };

function resolveSuiteKey({ root, cwd, suite, files: [first = ''] }: SuiteLocation): string {
  const file = suite === undefined ? undefined : path.resolve(cwd, suite);
  if (file === undefined || isOutsideFolder(root, file)) return `imported/${path.basename(first)}`;
  return path.relative(root, file).split(path.sep).join('/');
}
