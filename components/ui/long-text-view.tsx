import { type ReactNode, useContext } from 'react';
import { LinkButton } from '@/components/ui/links';
import { formatSize, replaceInvisibleCharacters } from '@/runner/format';
import type { LongText } from '@/runner/values';
import { cn } from './cn';
import { AttemptAddressContext, type FetchTextResult, FullTextContext } from './full-text-context';
import { SearchMatchExcerptContext } from './search-match-excerpt';
import { useStoredState } from './stored-state';

type Props = { longText: LongText; children: (fullText: string) => ReactNode };

/** Shows the beginning of a long text, which is all that the page contains of it. Loads the whole text on request. */
export function LongTextView({ longText, children }: Props) {
  const address = useContext(AttemptAddressContext);
  const WholeText = useContext(FullTextContext);
  const [open, setOpen] = useStoredState(`body ${longText.at}`);
  if (open && address !== undefined && WholeText !== undefined) {
    return (
      <WholeText attemptAddress={address} bodyPath={longText.at}>
        {(fetched) => (
          <FullTextView longText={longText} fetched={fetched} onClose={() => setOpen(false)} render={children} />
        )}
      </WholeText>
    );
  }
  return (
    <div data-at={longText.at}>
      <LongTextPreview longText={longText} />
      {address !== undefined && (
        <LongTextButton onClick={() => setOpen(true)}>Show all ({formatSize(longText.size)})</LongTextButton>
      )}
    </div>
  );
}

type FullTextViewProps = {
  longText: LongText;
  fetched: FetchTextResult;
  onClose: () => void;
  render: (fullText: string) => ReactNode;
};

function FullTextView({ longText, fetched: { text, problem, onRetry }, onClose, render }: FullTextViewProps) {
  if (text !== undefined) {
    return (
      <div data-at={longText.at} data-whole>
        {render(text)}
        <LongTextButton onClick={onClose}>Show less</LongTextButton>
      </div>
    );
  }
  return (
    <div>
      <LongTextPreview longText={longText} />
      {problem === undefined ? (
        <p className="text-busy text-xs">Loading {formatSize(longText.size)}</p>
      ) : (
        <p role="alert" className="text-broken text-xs">
          {problem} <LongTextButton onClick={onRetry}>Try again</LongTextButton>
        </p>
      )}
    </div>
  );
}

function LongTextPreview({ longText }: { longText: LongText }) {
  const searchExcerpt = useContext(SearchMatchExcerptContext);
  const preview = searchExcerpt?.at === longText.at ? `…${searchExcerpt.excerpt}` : longText.preview;
  const look = longText.form === 'json' && 'font-mono text-2xs text-ink-soft';
  return <p className={cn('whitespace-pre-wrap break-words', look)}>{replaceInvisibleCharacters(preview)}…</p>;
}

function LongTextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <LinkButton onClick={onClick} className="mt-1 text-xs">
      {children}
    </LinkButton>
  );
}
