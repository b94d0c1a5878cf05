import { shortenText } from '../../reporters/console/shorten-text.ts';
import { isUsableReply, type UnderstoodRequest } from './adapt-request.ts';
import { type ChosenText, chooseText, type TextChoice, uncertaintyLines } from './choose-text.ts';
import type { FoundAgent } from './found-agent.ts';
import {
  answerFieldsOfEntry,
  describeFinding,
  readAnswerWithEntry,
  requestFieldsOfEntry,
  withSessionId,
  withToolMessages,
} from './http-entry.ts';
import { type HttpSearch, probeMessages, type ReplyWithProbe } from './http-search.ts';
import { followJob, isJob, type JobRequest } from './job.ts';
import { readReply } from './parsed-reply.ts';
import { findPresetOfUrl } from './presets.ts';
import { describeRequestTemplate, type RequestTemplate, type ServerReply } from './prober.ts';
import { findSession } from './session.ts';

type NewAgent = Extract<FoundAgent, { kind: 'new' }>;

/** An answer to a test message. For a job, `reply` is the final response and `begun` the first one. */
type AnsweredProbe = { message: string; session: string; reply: ServerReply; begun?: ServerReply; job?: JobRequest };

/**
 * Sends several messages in a format that a server understands. The location of the text is accepted only if the
 * answers differ in one place; otherwise reports the candidates.
 */
export async function acceptAnswer(
  search: HttpSearch,
  { way: initialWay, reply }: UnderstoodRequest,
  { output, signal }: { output: string | undefined; signal: AbortSignal },
): Promise<NewAgent | undefined> {
  const firstReply = { reply, session: search.sessionOf(reply) };
  const first = await finalAnswer(search, { way: initialWay, message: probeMessages[0], said: firstReply }, signal);
  if (first === undefined) return undefined;
  const answers = [first];
  let template = initialWay;
  let choice: TextChoice | undefined;
  for (const message of probeMessages.slice(1)) {
    const spokenReply = await sendMessageInSession(search, template, message);
    template = spokenReply.way;
    const answer = await finalAnswer(search, { way: template, message, said: spokenReply, job: first.job }, signal);
    if (answer === undefined) return undefined;
    if (!isUsableReply(answer.reply)) {
      const { status, text } = answer.reply;
      search.note(
        `${describeRequestTemplate(template)} understood "${first.message}", but not "${message}": ${status} ${shortenText(text, 80)}`,
      );
      return undefined;
    }
    answers.push(answer);
    choice = chooseAnswer(answers, { output, usual: findPresetOfUrl(search.url)?.output });
    if (choice.kind === 'chosen' || choice.kind === 'ambiguous') break;
  }
  if (choice?.kind === 'chosen') return buildHttpAgent(search, { way: template, text: choice.text, answers });
  if (choice !== undefined) noteTextChoice(search, { way: template, choice, answers });
  return undefined;
}

/** Chooses the path of the answer's text. For a well-known server, its documented path is tried first. */
function chooseAnswer(
  answers: readonly AnsweredProbe[],
  { output, usual }: { output: string | undefined; usual: string | undefined },
): TextChoice {
  const probes = answers.map(({ message, reply }) => ({ message, reading: readReply(reply) }));
  const choice = chooseText(probes, output ?? usual);
  return choice.kind === 'none' && output === undefined ? chooseText(probes) : choice;
}

type FirstExchange = { way: RequestTemplate; message: string; said: ReplyWithProbe; job?: JobRequest | undefined };

/** Returns the answer itself, or, for a job, its final result. */
async function finalAnswer(
  search: HttpSearch,
  { way, message, said, job }: FirstExchange,
  signal: AbortSignal,
): Promise<AnsweredProbe | undefined> {
  const { reply, session } = said;
  if (!isJob(reply)) return { message, session, reply };
  const started = { url: search.url, begun: reply, api: await search.api(), known: job };
  const followed = await followJob(started, search.prober, signal);
  if ('way' in followed) return { message, session, reply: followed.reply, begun: reply, job: followed.way };
  const summary = `${reply.status} ${shortenText(reply.text, 80)}`;
  search.note(`${describeRequestTemplate(way)} begins a job (${summary}), and ${followed.failed}.`);
  return undefined;
}

async function sendMessageInSession(
  search: HttpSearch,
  template: RequestTemplate,
  message: string,
): Promise<ReplyWithProbe & { way: RequestTemplate }> {
  const named = withSessionId(template);
  const spokenReply = named === undefined ? undefined : await search.speak(named, message);
  if (named !== undefined && spokenReply !== undefined && isUsableReply(spokenReply.reply))
    return { way: named, ...spokenReply };
  return { way: template, ...(await search.speak(template, message)) };
}

type AcceptedAnswer = { way: RequestTemplate; text: ChosenText; answers: readonly AnsweredProbe[] };

async function buildHttpAgent(
  search: HttpSearch,
  { way, text, answers }: AcceptedAnswer,
): Promise<NewAgent | undefined> {
  const [first, second] = answers;
  if (first === undefined || second === undefined) return undefined;
  const session = await findSession(
    {
      way,
      first: first.begun ?? first.reply,
      second: second.begun ?? second.reply,
      sessions: [first.session, second.session],
      message: second.message,
    },
    search.prober,
  );
  const parts = answerFieldsOfEntry({ text, reply: first.reply, job: first.job });
  const misread = answers.find(
    ({ reply }, index) => readAnswerWithEntry(parts, reply)?.trim() !== text.texts[index]?.trim(),
  );
  if (misread !== undefined) {
    search.note(
      `${describeRequestTemplate(way)}: "${text.output}" of its answer gave a different text when it was read a second time: ${shortenText(misread.reply.text, 80)}`,
    );
    return undefined;
  }
  const finalWay = session?.way ?? way;
  const request = requestFieldsOfEntry(
    withToolMessages(
      finalWay,
      answers.map(({ reply }) => reply),
    ),
  );
  return {
    kind: 'new',
    name: findPresetOfUrl(search.url)?.name.toLowerCase() ?? 'agent',
    said: describeFinding({ way: finalWay, text, job: first.job, given: session?.said }),
    entry: { type: 'http', ...request, ...parts },
  };
}

type RejectedAnswer = {
  way: RequestTemplate;
  choice: Exclude<TextChoice, { kind: 'chosen' }>;
  answers: readonly AnsweredProbe[];
};

/** Reports the candidates, so that the user can name the path of the text. */
function noteTextChoice({ note }: HttpSearch, { way, choice, answers }: RejectedAnswer): void {
  const where = describeRequestTemplate(way);
  switch (choice.kind) {
    case 'ambiguous':
      note(`${where}: several fields of the answer could be the text of the agent:`);
      for (const { output, texts } of choice.outputs) {
        note(`  "${output}": ${texts.map((each) => shortenText(each, 60)).join(' / ')}`);
      }
      break;
    case 'same':
      for (const each of choice.outputs) {
        const example = choice.doubts.find(({ output }) => output === each)?.text ?? '';
        note(`${where}: "${each}" says the same to ${answers.length} different messages: ${shortenText(example, 80)}`);
      }
      break;
    case 'none':
      if (choice.doubts.length === 0) {
        note(`${where}: the answer contains no text of the agent: ${shortenText(answers[0]?.reply.text ?? '', 160)}`);
        break;
      }
      note(`${where}: no field of the answer looks like the text of the agent:`);
      for (const line of uncertaintyLines(choice.doubts)) note(`  ${line}`);
      break;
    default:
      choice satisfies never;
  }
}
