import { visibleText } from '@/runner/format';

/** Renders names in backticks as code. */
export function TextWithCode({ text }: { text: string }) {
  return visibleText(text)
    .split(/`([^`]+)`/)
    .map((part, place) =>
      place % 2 === 0 ? (
        part
      ) : (
        <code key={place} className="font-mono">
          {part}
        </code>
      ),
    );
}
