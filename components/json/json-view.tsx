import { LongTextView } from '@/components/ui/long-text-view';
import { ShowMoreText } from '@/components/ui/show-more-text';
import { formatSize, replaceInvisibleCharacters } from '@/runner/format';
import { type Json, parseLongText } from '@/runner/values';

const jsonTokenPattern = /("(?:\\.|[^"\\])*"?)(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MAX_COLOURED_LENGTH = 40_000;
const MAX_FORMATTED_LENGTH = 1_000_000;
/**
 * The number of nesting levels that are indented. Deeper values are written in one line, because they would consist
 * mostly of indentation.
 */
const MAX_INDENTED_LEVELS = 40;

/** Shows JSON with syntax highlighting. Very long texts are shown without it, in pieces. */
export function JsonView({ value }: { value: Json }) {
  const longText = parseLongText(value);
  if (longText === undefined) return <JsonText text={formatJson(value)} />;
  return (
    <LongTextView longText={longText}>
      {(fullText) => <JsonText text={longText.form === 'json' ? formatJsonUnlessLong(fullText) : fullText} />}
    </LongTextView>
  );
}

function JsonText({ text }: { text: string }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
      tabIndex={0}
      className="overflow-x-auto whitespace-pre-wrap break-words font-mono text-2xs text-ink-soft"
    >
      {text.length > MAX_COLOURED_LENGTH ? <ShowMoreText text={text} /> : colourJson(replaceInvisibleCharacters(text))}
    </pre>
  );
}

function formatJson(value: Json): string {
  return JSON.stringify(value, replaceLongTextsByPreviews, measureDepth(value) > MAX_INDENTED_LEVELS ? undefined : 2);
}

function formatJsonUnlessLong(text: string): string {
  return text.length > MAX_FORMATTED_LENGTH ? text : formatJson(JSON.parse(text));
}

function replaceLongTextsByPreviews(_key: string, value: Json): Json {
  const longText = parseLongText(value);
  return longText === undefined ? value : `${longText.preview}… (${formatSize(longText.size)} in all)`;
}

function measureDepth(value: Json): number {
  let depth = 0;
  let level = [value];
  while (level.length > 0 && depth <= MAX_INDENTED_LEVELS) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
    depth += 1;
  }
  return depth;
}
function colourJson(text: string) {
  const tokens = [];
  let end = 0;
  for (const match of text.matchAll(jsonTokenPattern)) {
    tokens.push(text.slice(end, match.index));
    end = match.index + match[0].length;
    const [, quoted, colon] = match;
    const key = quoted !== undefined && colon !== undefined;
    tokens.push(
      <span key={match.index} className={key ? 'text-accent' : jsonValueColourClass(quoted)}>
        {match[0]}
      </span>,
    );
  }
  tokens.push(text.slice(end));
  return tokens;
}

function jsonValueColourClass(quoted: string | undefined): string {
  return quoted === undefined ? 'text-late' : 'text-ink';
}
