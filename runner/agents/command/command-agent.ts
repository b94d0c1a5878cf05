import { StringDecoder } from 'node:string_decoder';
import type { ModelCost } from '../../contract/index.ts';
import {
  type Agent,
  AgentError,
  type AgentRequest,
  type AgentResponse,
  getAnswerLimit,
  type ReportFact,
} from '../../ports/index.ts';
import { findTooDeepOffset, TOO_DEEP_TEXT, toErrorMessage, tryParseJson } from '../../values/index.ts';
import { parsePlainAnswer } from '../plain-answer.ts';
import { createPlainRequest } from '../plain-request.ts';
import type { CommandAgentOptions, CommandListeners } from './command-agent-options.ts';
import { findAnswerInOutput } from './find-answer-in-output.ts';
import { createLineAgent } from './line-agent.ts';
import { createOutputTail, type OutputTail } from './output-tail.ts';
import { requireProgram } from './require-program.ts';
import { type FinishedCommand, runCommand } from './run-command.ts';

/**
 * Creates an agent that is a program: it reads the request from standard input and writes its answer to standard
 * output.
 */
export function createCommandAgent(agent: CommandAgentOptions, listeners: CommandListeners): Agent {
  requireProgram(agent);
  const { isolate = 'turn' } = agent.entry;
  return isolate === 'turn' ? createPerTurnAgent(agent, listeners) : createLineAgent({ ...agent, isolate }, listeners);
}

function createPerTurnAgent(agent: CommandAgentOptions, { mocks, traces }: CommandListeners): Agent {
  const { id, entry, root, variables, maxAnswer = getAnswerLimit() } = agent;
  const { command, cost } = entry;
  async function answerWithProcess(
    request: AgentRequest,
    mocksUrl: string | undefined,
    signal: AbortSignal,
  ): Promise<AgentResponse> {
    const lastLines = createOutputTail();
    const { report } = request.context;
    const callTraces = await traces?.traceCall(request);
    const end = await runCommand(
      {
        command,
        maxAnswer,
        cwd: root,
        variables: {
          ...variables,
          ...callTraces?.variables,
          ...(mocksUrl === undefined ? {} : { TURNTREE_MOCKS_URL: mocksUrl }),
        },
        input: `${JSON.stringify(createPlainRequest(request, mocksUrl))}\n`,
        onOutput: createTextReporter(report),
        onErrorLine(line) {
          report?.({ type: 'log', source: 'stderr', text: line });
          lastLines.add(line);
        },
      },
      signal,
    ).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new AgentError(lastLines.describe(`agent "${id}": its command ${describeStartError(error)}`), 'agent');
    });
    const answer = parseCommandAnswer({ id, cost, end, lastLines, report });
    const uncaughtError = lastLines.uncaughtError({ canHideExit: hasFallback(command, answer.content) });
    if (uncaughtError !== undefined) {
      const text = `agent "${id}": its command exited with code 0, but a program in it crashed: ${uncaughtError}`;
      report?.({ type: 'warning', text });
    }
    return answer;
  }
  return {
    id,
    invoke: (request, signal) =>
      mocks.callWithMocksUrl(request.mocks, (mocksUrl) => answerWithProcess(request, mocksUrl, signal), signal),
  };
}

/**
 * Returns true for a shell command line that contains the text of the answer after `||`, `|` or `;`. The answer may
 * then be a fallback that hides the failure of an earlier program.
 */
function hasFallback([shell = '', ...otherArguments]: readonly string[], answer: string): boolean {
  const isShell = /(?:^|\/)(?:ba|da|z)?sh$/.test(shell);
  return isShell && answer !== '' && otherArguments.some((part) => /[|;]/.test(part) && part.includes(answer));
}

/** Reports plain text while it arrives. JSON is not reported, because it can be parsed only when it is complete. */
function createTextReporter(report: ReportFact | undefined): (part: Buffer) => void {
  const decoder = new StringDecoder('utf8');
  let text = '';
  return (part) => {
    text = (text + decoder.write(part)).trimStart();
    if (text !== '' && !/^["{]/.test(text)) report?.({ type: 'text', text });
  };
}

type EndedCommandContext = {
  id: string;
  cost: ModelCost | undefined;
  end: FinishedCommand;
  lastLines: OutputTail;
  report: ReportFact | undefined;
};

function parseCommandAnswer({ id, cost, end, lastLines, report }: EndedCommandContext): AgentResponse {
  const { output, code, signal } = end;
  const createCommandError = (what: string) =>
    new AgentError(lastLines.describe(`agent "${id}": its command ${what}`), 'agent');
  if (signal !== null) throw createCommandError(`was ended by ${signal}`);
  if (code !== 0) throw createCommandError(`exited with code ${code}`);
  const text = decodeUtf8(output)?.trim();
  if (text === undefined) throw createCommandError('wrote bytes that are not UTF-8 text to standard output');
  if (text === '') {
    throw createCommandError(
      'wrote nothing to standard output. It has to read a request as JSON from standard input and print its answer',
    );
  }
  if (tryParseJson(text) !== undefined && /^["{]/.test(text)) return parsePlainAnswer({ id, cost }, text);
  if (findTooDeepOffset(text) !== undefined)
    throw createCommandError(`wrote ${text.slice(0, 60)}…, and ${TOO_DEEP_TEXT}`);
  const answerInOutput = findAnswerInOutput(text);
  if (answerInOutput === 'several') throw createCommandError(`wrote more than one answer: ${text.slice(0, 200)}`);
  if (answerInOutput !== undefined) {
    for (const line of answerInOutput.others) report?.({ type: 'log', source: 'stdout', text: line });
    return parsePlainAnswer({ id, cost }, answerInOutput.answer);
  }
  if (text.startsWith('{'))
    throw createCommandError(`wrote output that begins like JSON but is not valid JSON: ${text.slice(0, 200)}`);
  return { content: text, toolCalls: [] };
}

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function describeStartError(error: unknown): string {
  if (error instanceof AgentError) return error.message;
  return `could not be run: ${toErrorMessage(error)}`;
}
