import { existsSync } from 'node:fs';
import path from 'node:path';
import { createAgents } from '../../agents/create-agents.ts';
import { readBounded, recordingByteLimit } from '../../host/bounded-file.ts';
import { writeLines } from '../../run/stored/line-file.ts';
import type { Terminal } from '../../run/terminal.ts';
import { UsageError } from '../../run/usage-error.ts';
import { resolveWorkspaceRoot } from '../../run/workspace-root.ts';
import { formatCountWithNoun } from '../../values/index.ts';
import { loadConfig } from '../../workspace/load-config.ts';
import { systems } from '../registered/systems.ts';
import {
  type ConversationSource,
  createMemorySource,
  createRereadSource,
} from './conversations/conversation-source.ts';
import { importConversations } from './conversations/import-conversations.ts';
import { createSpanStore } from './conversations/span-store.ts';
import { storeSpansOfFiles } from './conversations/trace-files.ts';
import { createTraceJobRunner } from './conversations/trace-job-runner.ts';
import { readTranscriptConversations } from './conversations/transcript-files.ts';
import type { ImportFlags, ImportKind } from './import-kinds.ts';
import { importSuite, type SuiteReader } from './import-suite.ts';
import { formatImportReport } from './imported-report.ts';
import { importAdk } from './readers/adk.ts';
import { type CheckScriptFile, createCheckScript } from './readers/check-script.ts';
import { parseColumnMap } from './readers/column-map.ts';
import type { RoleAgents } from './readers/import-source.ts';
import { importPromptfoo } from './readers/promptfoo/import-promptfoo.ts';
import { importTable } from './readers/read-table.ts';
import { toConversations } from './readers/tau2/conversations.ts';
import { importTau2 } from './readers/tau2/import-tau2.ts';
import { parseTau2File } from './readers/tau2/schema.ts';
import { UnreadableImport } from './readers/unreadable-import.ts';

export type ImportRequest = { what: ImportKind; files: readonly string[]; flags: ImportFlags };

const NOTHING_IMPORTED_EXIT_CODE = 2;

/**
 * Imports conversations into the history, or cases of other tools into a suite. Reports what was imported and what was
 * not. Returns the exit code: 2 if nothing could be imported.
 */
export async function importFiles({ what, files, flags }: ImportRequest, terminal: Terminal): Promise<number> {
  const { cwd } = terminal;
  const missing = files.find((file) => !existsSync(path.resolve(cwd, file)));
  if (missing !== undefined) throw new UsageError(`there is no file ${missing}`);
  const { output } = flags;
  if (output !== undefined && existsSync(path.resolve(cwd, output))) {
    throw new UsageError(`${output} already exists; nothing was written`, ['Name another file with -o.']);
  }
  try {
    return await importByKind({ what, files, flags }, terminal);
  } catch (error) {
    if (!(error instanceof UnreadableImport)) throw error;
    terminal.stderr.write(`turntree: ${error.message}\n`);
    return reportNothingImported(terminal);
  }
}

function importByKind(request: ImportRequest, terminal: Terminal): Promise<number> {
  switch (request.what) {
    case 'traces':
      return importTraceFiles(request, terminal);
    case 'transcripts':
      return importConversationFiles(request, createTranscriptSource(request.files, terminal.cwd), terminal);
    case 'table':
      return importCases(request, createTableReader(request.flags), terminal);
    case 'promptfoo':
      return importCases(request, importPromptfoo, terminal);
    case 'adk':
      return importCases(request, importAdk, terminal);
    case 'tau2':
      return importTau2Files(request, terminal);
    default:
      return request.what satisfies never;
  }
}

async function importCases(
  { what, files, flags: { output, app, map = [] } }: ImportRequest,
  read: SuiteReader,
  terminal: Terminal,
): Promise<number> {
  const { cwd, stdout, stderr } = terminal;
  // For a table, `--map` contains both the mapping of columns and the judge; only the judge is needed here.
  const roleAgents = await findRoleAgents(
    { app, map: what === 'table' ? map.flatMap(splitMapFlag).filter(isJudgeMapping) : map },
    terminal,
  );
  const script = output === undefined ? undefined : createCheckScript(path.basename(output, '.jsonl'));
  const { lines, cases, checks, skippedParts, notes } = importSuite({ files, cwd, read, roleAgents, script });
  const report = formatImportReport({ importedCount: checks, skippedParts, notes, unit: 'checks' });
  (output === undefined ? stderr : stdout).write(report);
  const isLost = cases === 0 || (checks === 0 && skippedParts.some((one) => one.checks > 0));
  if (isLost) return reportNothingImported(terminal);
  if (output === undefined) {
    for (const line of lines) stdout.write(line);
  } else {
    const scriptFile = await writeScript(script, { app, cwd });
    await writeLines(path.resolve(cwd, output), lines);
    stdout.write(`${formatCountWithNoun(cases, 'case')} in ${output}\n`);
    if (scriptFile !== undefined) stdout.write(`checks written as code are in ${scriptFile}\n`);
  }
  return 0;
}

/** Writes the script file with code from the imported checks and returns its name; undefined if there is no code. */
async function writeScript(
  script: CheckScriptFile | undefined,
  { app, cwd }: { app: string | undefined; cwd: string },
): Promise<string | undefined> {
  const text = script?.text();
  if (script === undefined || text === undefined) return undefined;
  const file = path.join(resolveWorkspaceRoot(app, { cwd }), 'scripts', script.file);
  const name = path.relative(cwd, file);
  if (existsSync(file)) {
    throw new UsageError(`${name} already exists; nothing was written`, ['Give the suite another name with -o.']);
  }
  await writeLines(file, [text]);
  return name;
}

/**
 * Imports tasks into a suite. Recorded simulations in the files are stored as a run, which the suite can then judge.
 */
async function importTau2Files(request: ImportRequest, terminal: Terminal): Promise<number> {
  const { files, flags } = request;
  const code = await importCases(request, importTau2, terminal);
  if (code !== 0) return code;
  const simulations = files.flatMap((file) => {
    const text = readBounded(path.resolve(terminal.cwd, file), { most: recordingByteLimit, name: file });
    return parseTau2File({ text, file }).simulations;
  });
  if (simulations.length === 0) return 0;
  // Without an output file, the suite is written to standard output, so messages go to standard error.
  const importTerminal = flags.output === undefined ? { ...terminal, stdout: terminal.stderr } : terminal;
  const { app, db, output: suite } = flags;
  const source = createMemorySource([...toConversations(simulations)]);
  await importConversations({ files, app, db, suite, output: undefined, source }, importTerminal);
  return 0;
}

async function importConversationFiles(
  { files, flags: { output, app, db } }: ImportRequest,
  source: ConversationSource,
  terminal: Terminal,
): Promise<number> {
  const isAny = await importConversations({ files, app, db, suite: output, output, source }, terminal);
  return isAny ? 0 : reportNothingImported(terminal);
}

async function importTraceFiles(request: ImportRequest, terminal: Terminal): Promise<number> {
  const jobRunner = createTraceJobRunner();
  const spanStore = createSpanStore(jobRunner);
  try {
    await storeSpansOfFiles(spanStore, { files: request.files, cwd: terminal.cwd, jobRunner });
    return await importConversationFiles(request, spanStore, terminal);
  } finally {
    await jobRunner.endThread();
    spanStore.closeDatabase();
  }
}

function createTranscriptSource(files: readonly string[], cwd: string): ConversationSource {
  return createRereadSource(() => readTranscriptConversations(files, cwd));
}

function reportNothingImported({ stderr }: Terminal): number {
  stderr.write(`turntree: exit ${NOTHING_IMPORTED_EXIT_CODE}: nothing could be imported, and nothing was written\n`);
  return NOTHING_IMPORTED_EXIT_CODE;
}

/**
 * Returns the agents that judge and simulate users. The judge is the agent that `--map` names, otherwise the agent with
 * the id `judge`; a simulator must be named.
 */
async function findRoleAgents(
  { app, map }: { app: string | undefined; map: readonly string[] },
  { cwd, variables }: Terminal,
): Promise<RoleAgents> {
  const root = resolveWorkspaceRoot(app, { cwd });
  const { config } = await loadConfig({ root, variables });
  const agentIds = createAgents({ root, config, variables, systems })
    .list()
    .map(({ id }) => id);
  const namedRoles = parseRoleNames(map);
  const [simulator] = namedRoles.get('simulator') ?? [];
  if (simulator !== undefined && !agentIds.includes(simulator)) {
    throw new UsageError(`--map: the workspace has no agent "${simulator}"`, [
      'Without simulator=, the built-in user plays the user.',
    ]);
  }
  const judge = namedRoles.get('judge')?.[0] ?? 'judge';
  return { judge: agentIds.includes(judge) ? judge : undefined, simulator, reads: namedRoles.get('reads') };
}

/** Parses `judge=strict,reads=get_*,find_*`. A word without `=` is a further item of the list before it. */
function parseRoleNames(map: readonly string[]): Map<string, string[]> {
  const namedRoles = new Map<string, string[]>();
  let names: string[] = [];
  for (const word of map.flatMap((pairs) => pairs.split(','))) {
    const at = word.indexOf('=');
    if (at !== -1) {
      const role = word.slice(0, at).trim();
      if (!mappableRoles.includes(role))
        throw new UsageError(`--map: there is no role "${role}"; roles: ${mappableRoles.join(', ')}`);
      names = [];
      namedRoles.set(role, names);
    }
    names.push(word.slice(at + 1).trim());
  }
  return namedRoles;
}

function splitMapFlag(map: string): string[] {
  return map.split(',');
}

function isJudgeMapping(part: string): boolean {
  return /^\s*judge\s*=/.test(part);
}

const mappableRoles = ['judge', 'simulator', 'reads'];

function createTableReader({ map = [] }: ImportFlags): SuiteReader {
  if (map.length === 0) {
    throw new UsageError('name the columns with --map', ['For example: --map input=question,expected=answer']);
  }
  const columnMap = parseColumnMap(
    map
      .flatMap(splitMapFlag)
      .filter((part) => !isJudgeMapping(part))
      .join(','),
  );
  if (!columnMap.ok) throw new UsageError(`--map: ${columnMap.problem}`);
  return (source) => importTable(source, columnMap.mappedFields);
}
