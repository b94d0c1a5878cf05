import { parseJsonPath, selectPath } from '../../assertions/json-path.ts';
import { limitResponse } from '../../models/limited-response.ts';
import { waitMs } from '../../models/wait-ms.ts';
import { AgentError } from '../../ports/index.ts';
import { type Json, parseDuration, parseJson, toJsonText } from '../../values/index.ts';
import { createAuxiliaryRequest, type HttpEndpoint } from './endpoint.ts';
import { readResponseText } from './read-answer.ts';
import type { TemplateValues } from './request-template.ts';
import { type HttpRequest, sendRequest } from './send-request.ts';
import type { SessionCookies } from './session-cookies.ts';

type PolledJob = {
  endpoint: HttpEndpoint;
  poll: NonNullable<HttpEndpoint['poll']>;
  /** The values for placeholders. Those of the answer and its headers come from the response that started the job. */
  values: TemplateValues;
  cookies: SessionCookies;
  maxAnswer: number;
};

const DEFAULT_DONE_STATUSES = [
  'done',
  'complete',
  'completed',
  'success',
  'succeeded',
  'successful',
  'finished',
  'ready',
  'ok',
];
const FAILED_STATUS_PATTERN = /^(?:fail(?:ed|ure)?|error(?:ed)?|cancell?ed|aborted|expired|rejected|timed_?out)$/i;

/**
 * Polls a job until it is done and returns the last document. Stops at the deadline of the attempt. A response with the
 * status 202 is not done; a response without a status field is done if it contains the output.
 */
export async function pollJob(
  { endpoint, poll, values, cookies, maxAnswer }: PolledJob,
  signal: AbortSignal,
): Promise<string> {
  const request = { ...createAuxiliaryRequest(endpoint, { url: poll.url, method: 'GET' }, values), cookies };
  const doneStatuses = poll.done ?? DEFAULT_DONE_STATUSES;
  const sendAndReadText = async (httpRequest: HttpRequest) => {
    const response = await sendRequest(httpRequest, signal);
    return { status: response.status, text: await readResponseText(limitResponse(response, maxAnswer)) };
  };
  for (;;) {
    await waitMs(parseDuration(poll.every) ?? 0, signal);
    const { status: code, text } = await sendAndReadText(request);
    if (code === 202) continue;
    const status = parseJobStatus(text, poll.status);
    if (status === undefined && hasOutput(text, endpoint)) return text;
    if (status === undefined) {
      throw new AgentError(
        `began a job, but the answer to a poll has no ${poll.status}: ${text.slice(0, 300)}`,
        'agent',
      );
    }
    if (FAILED_STATUS_PATTERN.test(status))
      throw new AgentError(`began a job that ended as "${status}": ${text.slice(0, 300)}`, 'agent');
    if (!doneStatuses.some((each) => each.toLowerCase() === status.toLowerCase())) continue;
    if (poll.result === undefined) return text;
    const result = createAuxiliaryRequest(
      endpoint,
      { url: poll.result, method: 'GET' },
      { ...values, answer: parseJobDocument(text) },
    );
    return (await sendAndReadText({ ...result, cookies })).text;
  }
}

function parseJobStatus(text: string, path: string): string | undefined {
  const parsed = parseJsonPath(path);
  if (parsed.kind === 'invalid') throw new AgentError(`has an invalid poll.status: ${parsed.reason}`, 'configuration');
  const selection = selectPath(parseJobDocument(text), parsed.steps);
  return selection.kind === 'value' && selection.value !== null ? toJsonText(selection.value) : undefined;
}

function hasOutput(text: string, { paths: { output } }: HttpEndpoint): boolean {
  if (output.steps.length === 0) return false;
  const selection = selectPath(parseJobDocument(text), output.steps);
  return selection.kind === 'value'
    ? (selection.value ?? '') !== ''
    : selection.kind === 'list' && selection.values.length > 0;
}

function parseJobDocument(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    throw new AgentError(`began a job, but the answer to a poll is not JSON: ${text.slice(0, 300)}`, 'agent');
  }
}
