import { useContext } from 'react';
import { AttemptAddressContext, type FetchTextResult, FullTextContext } from '@/components/ui/full-text-context';
import { Download, Paperclip } from '@/components/ui/icons';
import { useStoredState } from '@/components/ui/stored-state';
import { formatSize } from '@/runner/format';
import { type LongText, parseLongText } from '@/runner/values';
import { type Attachment, toSafeAttachmentUrl } from './list-attachments';

/**
 * Shows the images, sounds and files of a message. Never loads anything from other servers, because that would reveal
 * that the conversation is being read.
 */
export function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
  return (
    <ul aria-label="Attachments" className="mt-2 flex flex-wrap gap-2">
      {attachments.map((attachment, position) => (
        <li key={position} className="max-w-full">
          <AttachmentView attachment={attachment} />
        </li>
      ))}
    </ul>
  );
}

function AttachmentView({ attachment }: { attachment: Attachment }) {
  const address = useContext(AttemptAddressContext);
  const WholeText = useContext(FullTextContext);
  const longText = parseLongText(attachment.source);
  const [open, setOpen] = useStoredState(`attachment ${longText?.at}`);
  if (longText === undefined) return <AttachmentPreview attachment={attachment} source={attachment.source} />;
  if (address === undefined || WholeText === undefined)
    return <AttachmentName attachment={attachment} note={formatSize(longText.size)} />;
  if (!open) return <ShowButton attachment={attachment} longText={longText} onClick={() => setOpen(true)} />;
  return (
    <WholeText attemptAddress={address} bodyPath={longText.at}>
      {(fetched) => <FetchedAttachment attachment={attachment} longText={longText} fetched={fetched} />}
    </WholeText>
  );
}

/** An attachment that is so large that it loads only when the user asks for it. */
function FetchedAttachment({
  attachment,
  longText,
  fetched,
}: {
  attachment: Attachment;
  longText: LongText;
  fetched: FetchTextResult;
}) {
  const { text, problem, onRetry } = fetched;
  if (text !== undefined) return <AttachmentPreview attachment={attachment} source={text} />;
  return (
    <ShowButton
      attachment={attachment}
      longText={longText}
      problem={problem}
      disabled={problem === undefined}
      onClick={onRetry}
    />
  );
}

type ShowButtonProps = {
  attachment: Attachment;
  longText: LongText;
  problem?: string | undefined;
  disabled?: boolean;
  onClick: () => void;
};

function ShowButton({ attachment, longText, problem, disabled, onClick }: ShowButtonProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onClick}
      className="flex items-center gap-1.5 rounded-md border bg-surface px-2.5 py-1.5 text-xs hover:bg-hover"
    >
      <Paperclip aria-hidden className="size-3.5" />
      {problem ?? `Show ${attachment.name} (${formatSize(longText.size)})`}
    </button>
  );
}

function AttachmentPreview({ attachment, source }: { attachment: Attachment; source: string }) {
  const { kind, name } = attachment;
  const address = toSafeAttachmentUrl(kind, source);
  if (address === undefined) return <AttachmentName attachment={attachment} note={isExternalSource(source)} />;
  if (kind === 'image') {
    // biome-ignore lint/performance/noImgElement: the image is embedded as a data URL, so it cannot be optimised
    return <img src={address} alt={`Attached: ${name}`} className="max-h-80 max-w-full rounded-md border bg-surface" />;
  }
  if (kind === 'audio') {
    // biome-ignore lint/a11y/useMediaCaption: cases have no captions for their attachments
    return <audio controls src={address} aria-label={`Attached: ${name}`} className="h-9 max-w-full" />;
  }
  return (
    <a
      href={address}
      download={name}
      className="flex items-center gap-1.5 rounded-md border bg-surface px-2.5 py-1.5 text-xs hover:bg-hover"
    >
      <Download aria-hidden className="size-3.5" />
      {name}
    </a>
  );
}

function AttachmentName({ attachment: { name }, note }: { attachment: Attachment; note: string }) {
  return (
    <span className="flex max-w-full items-center gap-1.5 rounded-md border bg-surface px-2.5 py-1.5 text-ink-soft text-xs">
      <Paperclip aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0 truncate">
        {name} <span className="text-ink-faint">{note}</span>
      </span>
    </span>
  );
}

function isExternalSource(source: string): string {
  if (/^https?:/i.test(source)) return `at ${source.slice(0, 200)}, not loaded`;
  return /^file:/i.test(source) ? 'not stored with the run' : 'cannot be shown';
}
