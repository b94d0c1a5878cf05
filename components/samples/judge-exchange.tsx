import { TitledJsonView } from '@/components/json/titled-json-view';
import { replaceInvisibleCharacters } from '@/runner/format';
import { isJsonObject, type Json } from '@/runner/values';

type Props = { request: Json | undefined; response: Json | undefined };

/** Shows the request to a judge and its response, collapsed at first. */
export function JudgeExchange({ request, response }: Props) {
  if (request === undefined && response === undefined) return null;
  return (
    <details>
      <summary className="text-accent text-xs">Request and answer</summary>
      <div className="mt-2 flex flex-col gap-3">
        <ExchangePart title="Request" value={request} />
        <ExchangePart title="Answer" value={response} />
      </div>
    </details>
  );
}

function ExchangePart({ title, value }: { title: string; value: Json | undefined }) {
  const text = findPlainText(value);
  if (text === undefined) return <TitledJsonView title={title} value={value} />;
  return (
    <div>
      <h4 className="text-2xs text-ink-faint">{title}</h4>
      <p className="whitespace-pre-wrap break-words rounded-sm bg-sunken px-2 py-1 font-mono text-2xs text-ink-soft">
        {replaceInvisibleCharacters(text)}
      </p>
    </div>
  );
}

/**
 * Returns the text if the value is a string or a message with text content, because text is easier to read without JSON
 * quotes.
 */
function findPlainText(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.length === 1) return findPlainText(value[0]);
  if (isJsonObject(value) && typeof value.content === 'string') return value.content;
  return undefined;
}
