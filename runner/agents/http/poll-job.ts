import { parseJsonPath, selectPath } from '../../assertions/json-path.ts';
import { limitedResponse } from '../../models/limited-response.ts';
import { wait } from '../../models/wait.ts';
import { AgentError } from '../../ports/index.ts';
import { type Json, jsonText, parseDuration, parseJson } from '../../values/index.ts';
import { type Endpoint, requestBeside } from './endpoint.ts';
import { readDocument } from './read-answer.ts';
import type { TemplateValues } from './request-template.ts';
import { sendRequest } from './send-request.ts';
import type { SessionCookies } from './session-cookies.ts';

type Job = {
  endpoint: Endpoint;
  poll: NonNullable<Endpoint['poll']>;
  /** `answer` is what the server said when the job began. */
  values: TemplateValues;
  cookies: SessionCookies;
  maxAnswer: number;
};

const DONE = ['done', 'complete', 'completed', 'success', 'succeeded', 'finished', 'ready', 'ok'];
const FAILED = /^(?:fail(?:ed|ure)?|error(?:ed)?|cancell?ed|aborted|expired|rejected|timed_?out)$/i;

/** Asks for a job until it is done, and answers the document that says so. The deadline of the attempt ends it. */
export async function pollJob(
  { endpoint, poll, values, cookies, maxAnswer }: Job,
  signal: AbortSignal,
): Promise<string> {
  const request = { ...requestBeside(endpoint, { url: poll.url, method: 'GET' }, values), cookies };
  const done = poll.done ?? DONE;
  for (;;) {
    await wait(parseDuration(poll.every) ?? 0, signal);
    const text = await readDocument(limitedResponse(await sendRequest(request, signal), maxAnswer));
    const status = statusIn(text, poll.status);
    const isOf = (known: string) => known.toLowerCase() === status.toLowerCase();
    if (done.some(isOf)) return text;
    if (FAILED.test(status))
      throw new AgentError(`began a job that ended as "${status}": ${text.slice(0, 300)}`, 'agent');
  }
}

function statusIn(text: string, path: string): string {
  const parsed = parseJsonPath(path);
  if (parsed.kind === 'invalid') throw new AgentError(`has a poll.status that is ${parsed.reason}`, 'configuration');
  const selection = selectPath(documentIn(text), parsed.steps);
  if (selection.kind === 'value' && selection.value !== null) return jsonText(selection.value);
  throw new AgentError(`began a job, and ${path} is not in what is said of it: ${text.slice(0, 300)}`, 'agent');
}

function documentIn(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    throw new AgentError(`began a job, and what is said of it is not JSON: ${text.slice(0, 300)}`, 'agent');
  }
}
