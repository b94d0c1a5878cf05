import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { AgentEntryOf, ModelCost } from '../../contract/index.ts';
import type { Variables } from '../../models/connectors.ts';
import {
  type Agent,
  type AgentContext,
  AgentError,
  type AgentRequest,
  type AgentResponse,
  answerLimit,
} from '../../ports/index.ts';
import { errorText, jsonIn, TOO_DEEP, tooDeepAt } from '../../values/index.ts';
import type { MocksListener } from '../mcp/mocks-listener.ts';
import { parsePlainAnswer } from '../plain-answer.ts';
import { plainRequest } from '../plain-request.ts';
import type { TraceListener } from '../telemetry/trace-listener.ts';
import { type CommandEnd, runCommand } from './run-command.ts';

export type CommandAgentOptions = {
  id: string;
  entry: AgentEntryOf<'command'>;
  /** The working directory of the command, to which its relative paths refer. */
  root: string;
  variables: Variables;
  maxAnswer?: number;
};

type Listeners = { mocks: MocksListener; traces?: TraceListener | undefined };

const LAST_LINES = 5;
const MAX_LINE_LENGTH = 500;

/** An agent that is a program: started for every turn, asked on standard input, heard on standard output. */
export function createCommandAgent(agent: CommandAgentOptions, { mocks, traces }: Listeners): Agent {
  const { id, entry, root, variables, maxAnswer = answerLimit() } = agent;
  const { command, cost } = entry;
  requireProgram(agent);
  async function answer(
    request: AgentRequest,
    mocksUrl: string | undefined,
    signal: AbortSignal,
  ): Promise<AgentResponse> {
    const lastLines: string[] = [];
    const traced = await traces?.ofCall(request);
    const end = await runCommand(
      {
        command,
        maxAnswer,
        cwd: root,
        variables: {
          ...variables,
          ...traced?.variables,
          ...(mocksUrl === undefined ? {} : { TURNTREE_MOCKS_URL: mocksUrl }),
        },
        input: `${JSON.stringify(plainRequest(request, mocksUrl))}\n`,
        onOutput: showText(request.said),
        onErrorLine(line) {
          request.log?.('stderr', line);
          if (lastLines.push(line.slice(0, MAX_LINE_LENGTH)) > LAST_LINES) lastLines.shift();
        },
      },
      signal,
    ).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new AgentError(withLines(`agent "${id}": its command ${describeStartError(error)}`, lastLines), 'agent');
    });
    return readAnswer({ id, cost, end, lastLines, warn: request.context.warn });
  }
  return {
    id,
    invoke: (request, signal) => mocks.during(request.mocks, (mocksUrl) => answer(request, mocksUrl, signal), signal),
  };
}

/** Shows a text while it is written. JSON is an answer when it is whole. */
function showText(said: AgentRequest['said']): (part: Buffer) => void {
  const decoder = new StringDecoder('utf8');
  let text = '';
  return (part) => {
    text = (text + decoder.write(part)).trimStart();
    if (text !== '' && !/^["{]/.test(text)) said?.(text);
  };
}

/** Throws when the program of an entry is not there. */
export function requireProgram({ id, entry, root, variables }: CommandAgentOptions): void {
  const [program = ''] = entry.command;
  if (hasProgram(program, { cwd: root, variables })) return;
  const where = program.includes('/') ? `in ${root}` : 'in the folders of PATH';
  throw new AgentError(`agent "${id}": its command "${program}" is not a program ${where}`, 'configuration');
}

type Warn = AgentContext['warn'];
type Ended = { id: string; cost: ModelCost | undefined; end: CommandEnd; lastLines: readonly string[]; warn: Warn };

function readAnswer({ id, cost, end, lastLines, warn }: Ended): AgentResponse {
  const { output, code, signal } = end;
  const fail = (what: string) => new AgentError(withLines(`agent "${id}": its command ${what}`, lastLines), 'agent');
  if (signal !== null) throw fail(`was ended by ${signal}`);
  if (code !== 0) throw fail(`exited with code ${code}`);
  const text = decodeUtf8(output)?.trim();
  if (text === undefined) throw fail('wrote bytes that are not UTF-8 text to standard output');
  if (text === '') throw fail('wrote nothing to standard output');
  if (jsonIn(text) !== undefined && /^["{]/.test(text)) return parsePlainAnswer({ id, cost }, text);
  if (tooDeepAt(text) !== undefined) throw fail(`wrote ${text.slice(0, 60)}…, and ${TOO_DEEP}`);
  if (text.startsWith('{')) throw fail(`wrote something that begins like JSON and is none: ${text.slice(0, 200)}`);
  if (jsonIn(lastLineOf(text)) !== undefined && /^\{.*"(content|next|tool_calls)"/.test(lastLineOf(text))) {
    warn?.(`agent "${id}": all of standard output is its answer; print what is not, such as logs, to standard error`);
  }
  return { content: text, toolCalls: [] };
}

function lastLineOf(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1);
}

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function withLines(text: string, lines: readonly string[]): string {
  return lines.length === 0 ? text : `${text}; its last lines on standard error:\n${lines.join('\n')}`;
}

function describeStartError(error: unknown): string {
  if (error instanceof AgentError) return error.message;
  return `could not be run: ${errorText(error)}`;
}

/**
 * Whether a command can be started: a path is relative to `cwd`, a bare name is looked for in `PATH`. On Windows, where
 * names have several endings, it is left to the system to say.
 */
function hasProgram(program: string, place: { cwd: string; variables: Variables }): boolean {
  if (process.platform === 'win32') return true;
  if (program.includes('/')) return isExecutable(path.resolve(place.cwd, program));
  const folders = (place.variables.PATH ?? '').split(path.delimiter);
  return folders.some((folder) => isExecutable(path.resolve(place.cwd, folder, program)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
