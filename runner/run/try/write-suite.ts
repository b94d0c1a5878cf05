import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { addCases, applyEdits, createFreeIds, editCase, proposeConversation } from '../../authoring/index.ts';
import { isJsonObject, type JsonObject } from '../../values/index.ts';
import { findConfigFile, isCode } from '../../workspace/config-file.ts';
import { createCaseFile } from '../../workspace/create-case-file.ts';
import { replaceFile } from '../../workspace/replace-file.ts';
import { UsageError } from '../usage-error.ts';
import type { SpokenTurn } from './spoken-turn.ts';

type SuiteParts = {
  root: string;
  turns: readonly SpokenTurn[];
  /** The agent of the conversation, and its entry if the config does not have it yet. */
  agent: { id: string; entry: JsonObject | undefined };
  /** The folder for the agent's suites, relative to the workspace. */
  folder: string;
  /** The ids that agents of the workspace have. */
  agentIds: readonly string[];
};

/**
 * The id of the written case, the paths of the written files relative to the workspace, and the checkpoints as text.
 */
export type WrittenSuite = { suiteKey: string; caseId: string; configFile: string | undefined; checkpoints: string[] };

/** Writes a conversation as the first case of a new file, and the agents that it needs into the config. */
export async function writeSuite({ root, turns, agent, folder, agentIds }: SuiteParts): Promise<WrittenSuite> {
  const id = freeFileName(path.join(root, folder));
  const simulator = freeAgentId(`${id}-user`, agentIds);
  const proposed = proposeConversation(turns, { id, simulator });
  if (proposed === undefined) {
    throw new UsageError('nothing was written: the agent gave no text or tool call to make a checkpoint from');
  }
  const suiteKey = `${folder}/${id}.jsonl`;
  const entries: [string, JsonObject][] = [
    ...(agent.entry === undefined ? [] : [[agent.id, agent.entry] satisfies [string, JsonObject]]),
    ...(turns.length === 1 ? [] : [[simulator, scriptedUser(turns, suiteKey)] satisfies [string, JsonObject]]),
  ];
  const text = applyEdits('', addCases({ text: '', cases: [] }, [proposed]).edits);
  const configFile = entries.length === 0 ? undefined : await addAgents(root, entries);
  await createCaseFile({ workspace: root, suiteKey, text });
  return { suiteKey, caseId: id, configFile, checkpoints: describeCheckpoints(proposed) };
}

/** Returns an id that no agent has, ignoring case. */
export function freeAgentId(preferredId: string, existingIds: readonly string[]): string {
  const used = existingIds.map((id) => id.toLowerCase());
  return used.includes(preferredId.toLowerCase()) ? createFreeIds(used)(preferredId.toLowerCase()) : preferredId;
}

/** Throws if the config is a program, because entries cannot be added to it. */
export function refuseProgram(root: string): void {
  const file = findConfigFile(root);
  if (!existsSync(file) || !isCode(file)) return;
  throw new UsageError(`${file} is code, so no agent can be written into it`, [
    'Name another folder for the first suite with --app.',
  ]);
}

function freeFileName(folder: string): string {
  const stems = existsSync(folder) ? readdirSync(folder).map((name) => path.parse(name).name) : [];
  return stems.includes('first') ? createFreeIds(stems)('first') : 'first';
}

/** A simulator that repeats the user's messages, turn by turn. */
function scriptedUser(turns: readonly SpokenTurn[], suiteKey: string): JsonObject {
  const rules = turns.slice(1).map(({ turn, input }) => ({
    when: { turn_number: turn },
    answer: { message: input, goal_achieved: false },
  }));
  return {
    type: 'scripted',
    description: `Repeats in ${suiteKey} the user's messages of the first conversation`,
    rules: [...rules, { answer: { message: '', goal_achieved: true } }],
  };
}

/** Adds the entries and leaves the rest of the config unchanged. Returns its path relative to the workspace. */
async function addAgents(root: string, entries: readonly [string, JsonObject][]): Promise<string> {
  const file = findConfigFile(root);
  const before = existsSync(file) ? readFileSync(file) : undefined;
  const after = Buffer.from(withAgents(before?.toString('utf8'), entries));
  if ((await replaceFile({ file, before, after })) === 'replaced') return path.basename(file);
  throw new UsageError(`${file} was changed by somebody else; try again`);
}

function withAgents(configText: string | undefined, entries: readonly [string, JsonObject][]): string {
  if (configText === undefined) return `${JSON.stringify({ agents: Object.fromEntries(entries) }, undefined, 2)}\n`;
  const edits = entries.map(([id, value]) => ({ kind: 'set', path: ['agents', id], value }) as const);
  return applyEdits(configText, editCase(configText, edits));
}

function describeCheckpoints({ checkpoints }: JsonObject): string[] {
  const all = Array.isArray(checkpoints) ? checkpoints.filter(isJsonObject) : [];
  return all.map(({ id, description }) => `${String(id)}: ${String(description)}`);
}
