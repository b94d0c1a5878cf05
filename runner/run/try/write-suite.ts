import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  applyEdits,
  createAddCasesEdits,
  createUnusedIdGenerator,
  editCase,
  proposeConversationCase,
} from '../../authoring/index.ts';
import { isJsonObject, type JsonObject } from '../../values/index.ts';
import { findConfigFile, isCodeFile } from '../../workspace/config-file.ts';
import { createCaseFile } from '../../workspace/create-case-file.ts';
import { replaceFile } from '../../workspace/replace-file.ts';
import { writeIgnoreFile } from '../init/ignore-file.ts';
import { UsageError } from '../usage-error.ts';
import type { TurnWithAgent } from './talk/turn-with-agent.ts';

type SuiteToWrite = {
  root: string;
  /** The folder for the agent's suites, relative to the workspace. */
  folder: string;
  /** The config entry of the agent, if the config does not contain it yet. */
  agent: { id: string; entry: JsonObject | undefined };
  /** Proposes the cases of a file, given its name, and the agents that they need. */
  proposeCases(name: string, suiteKey: string): ProposedSuite;
};

export type ProposedSuite = { cases: JsonObject[]; agents?: [string, JsonObject][] };

/** The id of the first case, the paths of the written files relative to the workspace, and the checkpoints as text. */
export type WrittenSuite = {
  suiteKey: string;
  caseId: string;
  files: string[];
  checkpoints: string[];
  /** Facts that the agent asked for, but whose values nobody knew. */
  unknown?: string[];
  /** The reason why the built-in user had only one conversation. */
  leftOut?: string;
};

/** Writes conversations as cases into a new file, and adds the agents that these need to the config. */
export async function writeProposedSuite({ root, folder, agent, proposeCases }: SuiteToWrite): Promise<WrittenSuite> {
  const name = findFreeFileName(path.join(root, folder));
  const suiteKey = `${folder}/${name}.jsonl`;
  const { cases, agents = [] } = proposeCases(name, suiteKey);
  if (cases.length === 0) {
    throw new UsageError('nothing was written: the agent gave no text or tool call to make a checkpoint from');
  }
  const entries: [string, JsonObject][] = agent.entry === undefined ? agents : [[agent.id, agent.entry], ...agents];
  const text = applyEdits('', createAddCasesEdits({ text: '', cases: [] }, cases).edits);
  const ignoreFile = writeIgnoreFile(root);
  const configFile = entries.length === 0 ? undefined : await addAgentsToConfigFile(root, entries);
  await createCaseFile({ workspace: root, suiteKey, text });
  const files = [ignoreFile, configFile, suiteKey].filter((file) => file !== undefined);
  return {
    suiteKey,
    caseId: name,
    files,
    checkpoints: cases.flatMap((proposedCase) => listCheckpointDescriptions(proposedCase, cases)),
  };
}

type RecordedConversation = { turns: readonly TurnWithAgent[]; agentIds: readonly string[] };

/** Returns the case that repeats a conversation with a person, and the simulator that repeats the person's messages. */
export function proposeConversationSuite(
  { turns, agentIds }: RecordedConversation,
  name: string,
  suiteKey: string,
): ProposedSuite {
  const simulator = findFreeAgentId(`${name}-user`, agentIds);
  const proposed = proposeConversationCase(turns, { id: name, simulator });
  if (proposed === undefined) return { cases: [] };
  return { cases: [proposed], agents: turns.length === 1 ? [] : [[simulator, createScriptedUser(turns, suiteKey)]] };
}

/** Returns an id that no agent has, whether in upper or lower case. */
export function findFreeAgentId(preferredId: string, existingIds: readonly string[]): string {
  const usedIds = existingIds.map((id) => id.toLowerCase());
  return usedIds.includes(preferredId.toLowerCase())
    ? createUnusedIdGenerator(usedIds)(preferredId.toLowerCase())
    : preferredId;
}

/** Throws if the config is a program (`runner.config.ts`), because entries cannot be added to it. */
export function requireEditableConfig(root: string): void {
  const file = findConfigFile(root);
  if (!existsSync(file) || !isCodeFile(file)) return;
  throw new UsageError(`${file} is code, so no agent can be written into it`, [
    'Name another folder for the first suite with --app.',
  ]);
}

function findFreeFileName(folder: string): string {
  const stems = existsSync(folder) ? readdirSync(folder).map((name) => path.parse(name).name) : [];
  return stems.includes('first') ? createUnusedIdGenerator(stems)('first') : 'first';
}

/** Creates a scripted simulator that sends the user's recorded messages again, turn by turn. */
function createScriptedUser(turns: readonly TurnWithAgent[], suiteKey: string): JsonObject {
  const rules = turns.slice(1).map(({ turn, input }) => ({
    when: { turn_number: turn },
    answer: { message: input, goal_achieved: false },
  }));
  return {
    type: 'scripted',
    description: `The user of ${suiteKey}: says again what was said in the first conversation`,
    rules: [...rules, { answer: { message: '', goal_achieved: true } }],
  };
}

/**
 * Adds the entries and leaves the rest of the config unchanged. Returns the path of the config relative to the
 * workspace.
 */
async function addAgentsToConfigFile(root: string, entries: readonly [string, JsonObject][]): Promise<string> {
  const file = findConfigFile(root);
  const before = existsSync(file) ? readFileSync(file) : undefined;
  const after = Buffer.from(addAgentsToConfigText(before?.toString('utf8'), entries));
  if ((await replaceFile({ file, before, after })) === 'replaced') return path.basename(file);
  throw new UsageError(`${file} was changed by somebody else; try again`);
}

function addAgentsToConfigText(configText: string | undefined, entries: readonly [string, JsonObject][]): string {
  if (configText === undefined) return `${JSON.stringify({ agents: Object.fromEntries(entries) }, undefined, 2)}\n`;
  const edits = entries.map(([id, value]) => ({ kind: 'set', path: ['agents', id], value }) as const);
  return applyEdits(configText, editCase(configText, edits));
}

function listCheckpointDescriptions({ id: caseId, checkpoints }: JsonObject, cases: readonly JsonObject[]): string[] {
  const all = Array.isArray(checkpoints) ? checkpoints.filter(isJsonObject) : [];
  const prefix = cases.length === 1 ? '' : `${String(caseId)} · `;
  return all.map(({ id, description }) => `${prefix}${String(id)}: ${String(description)}`);
}
