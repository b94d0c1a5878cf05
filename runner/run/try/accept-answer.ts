import { shortenText } from '../../reporters/console/shorten-text.ts';
import { type AcceptedRequest, isUsableReply } from './adapt-request.ts';
import { chooseTextPath, type DetectedTextPath, formatUncertaintyLines, type TextPathChoice } from './choose-text.ts';
import type { FoundAgent } from './found-agent.ts';
import {
  addSessionId,
  addToolMessages,
  buildAnswerFields,
  buildRequestFields,
  describeDetectedAgent,
  readAnswerByEntry,
} from './http-entry.ts';
import { type HttpSearch, probeMessages, type ReplyInSession } from './http-search.ts';
import { followJob, isJobReply, type JobPolling } from './job.ts';
import { parseReply } from './parsed-reply.ts';
import { findPresetOfUrl } from './presets.ts';
import { describeRequestTemplate, type RequestTemplate, type ServerReply } from './prober.ts';
import { findServerSession } from './session.ts';

type NewAgent = Extract<FoundAgent, { kind: 'new' }>;

/** A server's answer to a test message. For a job, `reply` is the final response and `begun` the first response. */
type ProbeAnswer = { message: string; session: string; reply: ServerReply; begun?: ServerReply; job?: JobPolling };

/**
 * Sends several messages in a format that a server understands. The path of the text is accepted only if exactly one
 * path has different texts for different messages; otherwise the candidates are reported.
 */
export async function acceptAnswerOfServer(
  search: HttpSearch,
  { requestTemplate: initialWay, reply }: AcceptedRequest,
  { output, signal }: { output: string | undefined; signal: AbortSignal },
): Promise<NewAgent | undefined> {
  const firstReply = { reply, session: search.sessionOf(reply) };
  const first = await getFinalAnswer(search, { way: initialWay, message: probeMessages[0], said: firstReply }, signal);
  if (first === undefined) return undefined;
  const answers = [first];
  let template = initialWay;
  let choice: TextPathChoice | undefined;
  for (const message of probeMessages.slice(1)) {
    const spokenReply = await sendMessageInSession(search, template, message);
    template = spokenReply.way;
    const answer = await getFinalAnswer(search, { way: template, message, said: spokenReply, job: first.job }, signal);
    if (answer === undefined) return undefined;
    if (!isUsableReply(answer.reply)) {
      const { status, text } = answer.reply;
      search.note(
        `${describeRequestTemplate(template)} understood "${first.message}", but not "${message}": ${status} ${shortenText(text, 80)}`,
      );
      return undefined;
    }
    answers.push(answer);
    choice = chooseAnswerPath(answers, { output, usual: findPresetOfUrl(search.url)?.output });
    if (choice.kind === 'chosen' || choice.kind === 'ambiguous') break;
  }
  if (choice?.kind === 'chosen') return buildHttpAgent(search, { way: template, text: choice.text, answers });
  if (choice !== undefined) reportTextChoice(search, { way: template, choice, answers });
  return undefined;
}

/** Chooses the path of the answer's text. For a well-known server, the documented path is tried first. */
function chooseAnswerPath(
  answers: readonly ProbeAnswer[],
  { output, usual }: { output: string | undefined; usual: string | undefined },
): TextPathChoice {
  const probes = answers.map(({ message, reply }) => ({ message, reading: parseReply(reply) }));
  const choice = chooseTextPath(probes, output ?? usual);
  return choice.kind === 'none' && output === undefined ? chooseTextPath(probes) : choice;
}

type FirstMessageExchange = {
  way: RequestTemplate;
  message: string;
  said: ReplyInSession;
  job?: JobPolling | undefined;
};

/** Returns the answer itself or, if the server started a job, the final result of the job. */
async function getFinalAnswer(
  search: HttpSearch,
  { way, message, said, job }: FirstMessageExchange,
  signal: AbortSignal,
): Promise<ProbeAnswer | undefined> {
  const { reply, session } = said;
  if (!isJobReply(reply)) return { message, session, reply };
  const jobStart = { url: search.url, begun: reply, api: await search.api(), known: job };
  const followed = await followJob(jobStart, search.prober, signal);
  if ('way' in followed) return { message, session, reply: followed.reply, begun: reply, job: followed.way };
  const summary = `${reply.status} ${shortenText(reply.text, 80)}`;
  search.note(`${describeRequestTemplate(way)} begins a job (${summary}), and ${followed.failed}.`);
  return undefined;
}

async function sendMessageInSession(
  search: HttpSearch,
  template: RequestTemplate,
  message: string,
): Promise<ReplyInSession & { way: RequestTemplate }> {
  const named = addSessionId(template);
  const spokenReply = named === undefined ? undefined : await search.speak(named, message);
  if (named !== undefined && spokenReply !== undefined && isUsableReply(spokenReply.reply))
    return { way: named, ...spokenReply };
  return { way: template, ...(await search.speak(template, message)) };
}

type AcceptedAnswerFormat = { way: RequestTemplate; text: DetectedTextPath; answers: readonly ProbeAnswer[] };

async function buildHttpAgent(
  search: HttpSearch,
  { way, text, answers }: AcceptedAnswerFormat,
): Promise<NewAgent | undefined> {
  const [first, second] = answers;
  if (first === undefined || second === undefined) return undefined;
  const session = await findServerSession(
    {
      requestTemplate: way,
      first: first.begun ?? first.reply,
      second: second.begun ?? second.reply,
      sessions: [first.session, second.session],
      message: second.message,
    },
    search.prober,
  );
  const answerFields = buildAnswerFields({ text, reply: first.reply, job: first.job });
  const misread = answers.find(
    ({ reply }, index) => readAnswerByEntry(answerFields, reply)?.trim() !== text.texts[index]?.trim(),
  );
  if (misread !== undefined) {
    search.note(
      `${describeRequestTemplate(way)}: "${text.output}" of its answer gave a different text when it was read a second time: ${shortenText(misread.reply.text, 80)}`,
    );
    return undefined;
  }
  const finalWay = session?.way ?? way;
  const request = buildRequestFields(
    addToolMessages(
      finalWay,
      answers.map(({ reply }) => reply),
    ),
  );
  return {
    kind: 'new',
    name: findPresetOfUrl(search.url)?.name.toLowerCase() ?? 'agent',
    said: describeDetectedAgent({ way: finalWay, text, job: first.job, given: session?.said }),
    entry: { type: 'http', ...request, ...answerFields },
  };
}

type RejectedAnswerFormat = {
  way: RequestTemplate;
  choice: Exclude<TextPathChoice, { kind: 'chosen' }>;
  answers: readonly ProbeAnswer[];
};

/** Reports the candidates, so that the user can choose the path of the text. */
function reportTextChoice({ note }: HttpSearch, { way, choice, answers }: RejectedAnswerFormat): void {
  const requestName = describeRequestTemplate(way);
  switch (choice.kind) {
    case 'ambiguous':
      note(`${requestName}: several fields of the answer could be the text of the agent:`);
      for (const { output, texts } of choice.outputs) {
        note(`  "${output}": ${texts.map((each) => shortenText(each, 60)).join(' / ')}`);
      }
      break;
    case 'same':
      for (const each of choice.outputs) {
        const example = choice.doubts.find(({ output }) => output === each)?.text ?? '';
        note(
          `${requestName}: "${each}" says the same to ${answers.length} different messages: ${shortenText(example, 80)}`,
        );
      }
      break;
    case 'none':
      if (choice.doubts.length === 0) {
        note(
          `${requestName}: the answer contains no text of the agent: ${shortenText(answers[0]?.reply.text ?? '', 160)}`,
        );
        break;
      }
      note(`${requestName}: no field of the answer looks like the text of the agent:`);
      for (const line of formatUncertaintyLines(choice.doubts)) note(`  ${line}`);
      break;
    default:
      choice satisfies never;
  }
}
