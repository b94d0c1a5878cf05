import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod';
import { readEnvironment } from '../../runner/host/env.ts';
import { AppError } from '../../runner/host/errors.ts';
import type { AgentConversation, ConversationRequest, ConversationResponse } from './talk-request.ts';

const MAX_TURNS = 3;
const MAX_CONVERSATIONS = 4;
const IDLE_MS = 15 * 60_000;
const MAX_STDERR_CHARACTERS = 20_000;

const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('found'), said: z.string() }),
  z.object({
    type: z.literal('answered'),
    turn: z.number(),
    input: z.string(),
    tools: z.array(z.string()),
    answer: z.string(),
  }),
  z.object({ type: z.literal('conversation'), title: z.string() }),
  z.object({ type: z.literal('sent'), turn: z.number(), input: z.string() }),
  z.object({ type: z.literal('asked'), name: z.string(), question: z.string() }),
  z.object({ type: z.literal('confirm'), question: z.string() }),
  z.object({
    type: z.literal('written'),
    suiteKey: z.string(),
    caseId: z.string(),
    checkpoints: z.array(z.string()),
    unknown: z.array(z.string()).optional(),
    leftOut: z.string().optional(),
  }),
]);
type ConversationEvent = z.infer<typeof eventSchema>;

type RunningConversation = {
  child: ChildProcess;
  closed: Promise<unknown>;
  lines: AsyncIterator<string>;
  stderr(): string;
  talk: AgentConversation;
  busy: boolean;
  idle: NodeJS.Timeout;
};

declare global {
  // Stored in a global variable, because a conversation spans several requests, and Next may load this module once per
  // bundle.
  var turntreeTalks: Map<string, RunningConversation> | undefined;
}

/**
 * Starts a process of the runner that talks to an agent and lives as long as the conversation. Returns the conversation
 * so far; if the process has ended, returns its error messages.
 */
export async function talkToAgent(request: ConversationRequest): Promise<ConversationResponse> {
  if ('agent' in request) {
    const open = startConversationProcess(request);
    return readEventsUntil(open, ({ type }) => type === 'found');
  }
  const open = getRunningConversations().get(request.talk);
  if (open === undefined) throw new AppError('not_found', 'This conversation is over. Begin a new one.');
  if (open.busy) throw new AppError('invalid_request', 'The agent has not answered yet.');
  requireExpectedRequest(open.talk, request);
  const { talk: _, ...message } = request;
  if (!('next' in message)) open.child.stdin?.write(`${JSON.stringify(message)}\n`);
  if (open.talk.goal !== undefined) return readEventsUntil(open, ({ type }) => type !== 'conversation');
  return readEventsUntil(
    open,
    (event) => event.type === 'written' || (event.type === 'answered' && event.turn < MAX_TURNS),
  );
}

/**
 * Throws if the process does not expect this kind of request, because it would take the request as the answer to its
 * next question.
 */
function requireExpectedRequest(
  { goal, question }: AgentConversation,
  request: Exclude<ConversationRequest, { agent: string }>,
): void {
  const key = ['say', 'write', 'next', 'fact', 'repeat'].find((name) => name in request) ?? '';
  const expected = goal === undefined ? ['say', 'write'] : [question?.type ?? 'next'];
  if (expected.includes(key)) return;
  throw new AppError(
    'invalid_request',
    `The conversation expects ${expected.join(' or ')} now, but the request has ${key}.`,
  );
}

function getRunningConversations(): Map<string, RunningConversation> {
  globalThis.turntreeTalks ??= new Map();
  return globalThis.turntreeTalks;
}

function startConversationProcess(request: Extract<ConversationRequest, { agent: string }>): RunningConversation {
  const { home, workspace } = readEnvironment();
  const agent = requireAgentInWorkspace(workspace, request.agent);
  const flags = (['name', 'model', 'export'] as const).flatMap((flag) => {
    const value = request[flag];
    return value === undefined ? [] : [`--${flag}=${value}`];
  });
  const { goal, facts = [] } = request;
  const userFlags = goal === undefined ? [] : [`--goal=${goal}`, ...facts.map((fact) => `--fact=${fact}`)];
  const program = path.join(home, 'bin', 'turntree.cjs');
  const child = spawn(
    process.execPath,
    [program, 'try', '--json', '--app', workspace, ...flags, ...userFlags, '--', agent],
    {
      cwd: workspace,
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  // Ignored, because the end of the process's output reports the error.
  child.stdin.on('error', () => undefined);
  const talk = uuidv7();
  const open: RunningConversation = {
    child,
    closed: new Promise((resolve) => child.once('close', resolve)),
    lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](),
    stderr: collectEvents(child),
    talk: { talk, said: '', ...(goal === undefined ? {} : { goal }), turns: [] },
    busy: false,
    idle: setTimeout(() => endConversation(talk), IDLE_MS).unref(),
  };
  for (const oldestId of [...getRunningConversations().keys()].slice(
    0,
    Math.max(0, getRunningConversations().size + 1 - MAX_CONVERSATIONS),
  ))
    endConversation(oldestId);
  getRunningConversations().set(talk, open);
  return open;
}

/** Throws if the agent is neither a URL nor a path in the workspace. A page must not start other programs. */
function requireAgentInWorkspace(workspace: string, agent: string): string {
  if (/^(https?:\/\/|\$ENV\.)/.test(agent)) return agent;
  const filePath = path.resolve(/* turbopackIgnore: true */ workspace, agent);
  if (!existsSync(/* turbopackIgnore: true */ filePath)) {
    const addressHint = /^[\w.-]+:\d+/.test(agent)
      ? [`Addresses begin with http:// or https://. Write http://${agent}`]
      : [];
    throw new AppError(
      'invalid_request',
      `${agent} is neither an address nor a file or folder of ${workspace}.`,
      addressHint,
    );
  }
  const relativePath = path.relative(realpathSync(workspace), realpathSync(filePath));
  if (!relativePath.startsWith('..') && !path.isAbsolute(relativePath)) return relativePath === '' ? '.' : relativePath;
  throw new AppError('invalid_request', `${agent} is outside the workspace.`, [
    'In a terminal, you can try any file: npx turntree try <file>',
  ]);
}

/** Reads events of the process up to the first for which `isLast` returns true. */
async function readEventsUntil(
  open: RunningConversation,
  isLast: (event: ConversationEvent) => boolean,
): Promise<ConversationResponse> {
  open.busy = true;
  open.idle.refresh();
  try {
    while (true) {
      const line = await open.lines.next();
      if (line.done === true) return { ok: false, problems: await collectProblemsAfterExit(open) };
      const event = eventSchema.parse(JSON.parse(line.value));
      open.talk = applyConversationEvent(open.talk, event);
      if (event.type === 'written') endConversation(open.talk.talk);
      if (isLast(event)) return { ok: true, ...open.talk };
    }
  } finally {
    open.busy = false;
  }
}

function applyConversationEvent(
  { sent, question: _, ...talk }: AgentConversation,
  event: ConversationEvent,
): AgentConversation {
  switch (event.type) {
    case 'found':
      return { ...talk, said: event.said };
    case 'conversation':
      return { ...talk, sent: { turn: 0, input: '', title: event.title } };
    case 'sent': {
      const { type: _type, ...message } = event;
      return { ...talk, sent: { ...message, ...(sent?.title === undefined ? {} : { title: sent.title }) } };
    }
    case 'answered': {
      const { type: _type, ...turn } = event;
      return { ...talk, turns: [...talk.turns, sent?.title === undefined ? turn : { ...turn, title: sent.title }] };
    }
    case 'asked':
      return { ...talk, question: { type: 'fact', name: event.name, question: event.question } };
    case 'confirm':
      return { ...talk, question: { type: 'repeat', question: event.question } };
    case 'written': {
      const { type: _type, ...suite } = event;
      return { ...talk, suite };
    }
    default:
      return event satisfies never;
  }
}

async function collectProblemsAfterExit({ closed, stderr, talk }: RunningConversation): Promise<string[]> {
  await closed;
  endConversation(talk.talk);
  const lines = stderr()
    .split('\n')
    .map((line) => line.trimEnd().replace(/^turntree: /, ''))
    .filter((line) => line !== '' && !line.startsWith('exit '));
  return lines.length > 0 ? lines : ['the conversation ended without a reason'];
}

/**
 * Ends a conversation. Closing its input lets the process exit. If no suite has been written, the process may still
 * wait for the agent's answer, so it is also killed.
 */
function endConversation(talk: string): void {
  const open = getRunningConversations().get(talk);
  if (open === undefined) return;
  getRunningConversations().delete(talk);
  clearTimeout(open.idle);
  open.child.stdin?.end();
  if (open.talk.suite === undefined) open.child.kill();
}

function collectEvents(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    if (text.length < MAX_STDERR_CHARACTERS) text += chunk;
  });
  child.on('error', (error) => {
    text += error.message;
  });
  return () => text;
}
