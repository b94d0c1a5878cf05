import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { JsonTree } from '@/components/json/json-tree';
import { AttemptAddressContext } from '@/components/ui/full-text-context';
import { LinkButton } from '@/components/ui/links';
import { PendingQuery } from '@/components/ui/pending-query';
import { useStoredState } from '@/components/ui/stored-state';
import { Text } from '@/components/ui/text';
import { type AttemptAddress, modelCallQuery } from '@/lib/queries';
import type { ModelCallOutline } from '@/runner/fold';
import { formatCountWithNoun } from '@/runner/format';
import { isJsonObject, type Json, tryParseJson } from '@/runner/values';

/**
 * How many of the last messages of a long request are shown, in addition to the first. The messages between them were
 * already part of earlier calls.
 */
const MAX_INITIALLY_SHOWN_MESSAGES = 4;

/** Shows the request and response of a model call; they are fetched when the call is opened. */
export function CallDetails({ call }: { call: ModelCallOutline }) {
  const address = useContext(AttemptAddressContext);
  return address === undefined ? null : <LoadedModelCall call={call} attemptAddress={address} />;
}

function LoadedModelCall({ call, attemptAddress }: { call: ModelCallOutline; attemptAddress: AttemptAddress }) {
  const query = useQuery(modelCallQuery(attemptAddress, call.seq));
  if (query.data === undefined) {
    return (
      <div className="border-t p-2">
        <PendingQuery query={query} className="h-12" />
      </div>
    );
  }
  const { request, answer } = query.data;
  return (
    <div className="flex flex-col gap-3 border-t px-3 py-2">
      {request !== undefined && <CallMessages messages={request.messages} name={`call ${call.seq} messages`} />}
      {request?.tools !== undefined && <LabelledJson title={`Tools (${request.tools.length})`} value={request.tools} />}
      {request?.options !== undefined && <LabelledJson title="Parameters" value={request.options} />}
      {answer !== undefined && (
        <section aria-label="Answer">
          <h4 className="text-ink-faint">Answer{call.finishReason !== undefined && ` · ${call.finishReason}`}</h4>
          {answer.content !== '' && <MessageContentView content={answer.content} />}
          {answer.toolCalls.length > 0 && <JsonTree value={answer.toolCalls} />}
        </section>
      )}
      {call.error !== undefined && <Text text={call.error} className="whitespace-pre-wrap break-words text-broken" />}
    </div>
  );
}

function CallMessages({ messages, name }: { messages: readonly Json[]; name: string }) {
  const [all, setAll] = useStoredState(name);
  const [first, ...laterMessages] = messages;
  const isLong = messages.length > MAX_INITIALLY_SHOWN_MESSAGES + 1 && !all;
  const visibleMessages = isLong ? laterMessages.slice(-MAX_INITIALLY_SHOWN_MESSAGES) : laterMessages;
  const hiddenCount = laterMessages.length - visibleMessages.length;
  return (
    <section aria-label="Messages">
      <h4 className="text-ink-faint">Messages ({messages.length})</h4>
      <ol className="flex flex-col gap-1.5">
        {first !== undefined && <CallMessage message={first} />}
        {hiddenCount > 0 && (
          <li>
            <LinkButton onClick={() => setAll(true)}>
              Show {formatCountWithNoun(hiddenCount, 'earlier message')}
            </LinkButton>
          </li>
        )}
        {visibleMessages.map((message, position) => (
          <CallMessage key={hiddenCount + position} message={message} />
        ))}
      </ol>
    </section>
  );
}

function CallMessage({ message }: { message: Json }) {
  const { role = '', content = null, ...otherFields } = isJsonObject(message) ? message : { content: message };
  return (
    <li className="border-l-2 pl-2">
      <p className="font-medium text-ink-soft">{String(role)}</p>
      {content !== null && content !== '' && <MessageContentView content={content} />}
      {Object.keys(otherFields).length > 0 && <JsonTree value={otherFields} />}
    </li>
  );
}

function MessageContentView({ content }: { content: Json }) {
  if (typeof content !== 'string') return <JsonTree value={content} />;
  const json = /^\s*[{[]/.test(content) ? tryParseJson(content) : undefined;
  if (typeof json === 'object' && json !== null) return <JsonTree value={json} />;
  return <Text text={content} className="whitespace-pre-wrap break-words text-xs" />;
}

function LabelledJson({ title, value }: { title: string; value: Json }) {
  return (
    <section aria-label={title}>
      <h4 className="text-ink-faint">{title}</h4>
      <JsonTree value={value} />
    </section>
  );
}
