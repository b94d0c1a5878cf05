import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { JsonTree } from '@/components/ui/json-tree';
import { LinkButton } from '@/components/ui/links';
import { useKept } from '@/components/ui/open-state';
import { PendingAnswer } from '@/components/ui/pending-answer';
import { Text } from '@/components/ui/text';
import { AttemptAddressContext } from '@/components/ui/whole-text-context';
import { type AttemptAddress, modelCallQuery } from '@/lib/queries';
import type { ModelCallOutline } from '@/runner/fold';
import { plural } from '@/runner/format';
import { isJsonObject, type Json, jsonIn } from '@/runner/values';

/**
 * Of a longer request, only the first and this many of the last messages are shown: the others repeat earlier calls.
 */
const SHOWN_MESSAGES = 4;

/** The request and response of a model call; fetched when opened. */
export function CallDetails({ call }: { call: ModelCallOutline }) {
  const place = useContext(AttemptAddressContext);
  return place === undefined ? null : <Fetched call={call} place={place} />;
}

function Fetched({ call, place }: { call: ModelCallOutline; place: AttemptAddress }) {
  const query = useQuery(modelCallQuery(place, call.seq));
  if (query.data === undefined) {
    return (
      <div className="border-t p-2">
        <PendingAnswer query={query} className="h-12" />
      </div>
    );
  }
  const { request, answer } = query.data;
  return (
    <div className="flex flex-col gap-3 border-t px-3 py-2">
      {request !== undefined && <Messages messages={request.messages} name={`call ${call.seq} messages`} />}
      {request?.tools !== undefined && <Value title={`Tools (${request.tools.length})`} value={request.tools} />}
      {request?.options !== undefined && <Value title="Parameters" value={request.options} />}
      {answer !== undefined && (
        <section aria-label="Answer">
          <h4 className="text-ink-faint">Answer{call.finishReason !== undefined && ` · ${call.finishReason}`}</h4>
          {answer.content !== '' && <Said content={answer.content} />}
          {answer.toolCalls.length > 0 && <JsonTree value={answer.toolCalls} />}
        </section>
      )}
      {call.error !== undefined && <Text text={call.error} className="whitespace-pre-wrap break-words text-broken" />}
    </div>
  );
}

function Messages({ messages, name }: { messages: readonly Json[]; name: string }) {
  const [all, setAll] = useKept(name);
  const [first, ...rest] = messages;
  const isLong = messages.length > SHOWN_MESSAGES + 1 && !all;
  const visibleMessages = isLong ? rest.slice(-SHOWN_MESSAGES) : rest;
  const hidden = rest.length - visibleMessages.length;
  return (
    <section aria-label="Messages">
      <h4 className="text-ink-faint">Messages ({messages.length})</h4>
      <ol className="flex flex-col gap-1.5">
        {first !== undefined && <Message message={first} />}
        {hidden > 0 && (
          <li>
            <LinkButton onClick={() => setAll(true)}>Show {plural(hidden, 'earlier message')}</LinkButton>
          </li>
        )}
        {visibleMessages.map((message, position) => (
          <Message key={hidden + position} message={message} />
        ))}
      </ol>
    </section>
  );
}

function Message({ message }: { message: Json }) {
  const { role = '', content = null, ...more } = isJsonObject(message) ? message : { content: message };
  return (
    <li className="border-l-2 pl-2">
      <p className="font-medium text-ink-soft">{String(role)}</p>
      {content !== null && content !== '' && <Said content={content} />}
      {Object.keys(more).length > 0 && <JsonTree value={more} />}
    </li>
  );
}

function Said({ content }: { content: Json }) {
  if (typeof content !== 'string') return <JsonTree value={content} />;
  const json = /^\s*[{[]/.test(content) ? jsonIn(content) : undefined;
  if (typeof json === 'object' && json !== null) return <JsonTree value={json} />;
  return <Text text={content} className="whitespace-pre-wrap break-words text-xs" />;
}

function Value({ title, value }: { title: string; value: Json }) {
  return (
    <section aria-label={title}>
      <h4 className="text-ink-faint">{title}</h4>
      <JsonTree value={value} />
    </section>
  );
}
