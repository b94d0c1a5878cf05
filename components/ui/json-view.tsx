import type { Json } from '@/runner/contract';

const token = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const COLOURED_UP_TO = 40_000;
const SHOWN_UP_TO = 200_000;

/** JSON with a colour for each kind of value. Very long texts come without colours, and are cut where it says so. */
export function JsonView({ value }: { value: Json }) {
  const text = JSON.stringify(value, undefined, 2);
  return (
    <pre
      // A scrolling region must be reachable without a mouse.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      className="overflow-x-auto whitespace-pre-wrap break-words font-mono text-2xs text-ink-soft"
    >
      {text.length > COLOURED_UP_TO ? text.slice(0, SHOWN_UP_TO) : coloured(text)}
      {text.length > SHOWN_UP_TO && `\n… ${(text.length - SHOWN_UP_TO).toLocaleString('en')} more characters`}
    </pre>
  );
}

function coloured(text: string) {
  const pieces = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    pieces.push(text.slice(end, match.index));
    end = match.index + match[0].length;
    const [, quoted, colon] = match;
    const key = quoted !== undefined && colon !== undefined;
    pieces.push(
      <span key={match.index} className={key ? 'text-accent' : valueColour(quoted)}>
        {match[0]}
      </span>,
    );
  }
  pieces.push(text.slice(end));
  return pieces;
}

function valueColour(quoted: string | undefined): string {
  return quoted === undefined ? 'text-late' : 'text-ink';
}
