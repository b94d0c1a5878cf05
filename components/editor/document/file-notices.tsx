import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { Problems } from '@/components/ui/problems';
import { toneClasses } from '@/components/ui/status-look';
import { errorText } from '@/lib/queries';
import { formatCountWithNoun, formatLocalTime } from '@/runner/format';
import type { StatusTone } from '@/runner/verdict';
import type { FileDrafts } from '../drafts/use-drafts';
import { useCaseDocument } from './case-document';

const ConflictDialog = lazyComponent(dynamic(() => loadExport(() => import('./conflict-dialog'), 'ConflictDialog')));

/** Shows notices about failed saves, changes of the file on disk, and drafts. */
export function FileNotices() {
  const { file, checkedAt } = useCaseDocument();
  const { state, dispatch, saveError, lookError, drafts } = file;
  const [comparing, setComparing] = useState(false);
  function discardDraft(): void {
    drafts.deleteOwn();
    dispatch({ type: 'discard' });
  }
  return (
    <>
      {saveError !== null && <Problems title="The file was not saved." problems={errorText(saveError)} />}
      {lookError !== null && <Problems title="The file could not be reached." problems={errorText(lookError)} />}
      {state.news?.kind === 'reloaded' && (
        <FileNotice tone="busy" text="The file was changed on disk; this is the new text.">
          <Button size="sm" onClick={() => dispatch({ type: 'read-news' })}>
            Close
          </Button>
        </FileNotice>
      )}
      {state.news?.kind === 'restored' && (
        <FileNotice tone="late" text={`Unsaved changes from ${formatLocalTime(state.news.keptAt)} were restored.`}>
          <Button size="sm" onClick={() => dispatch({ type: 'read-news' })}>
            Keep
          </Button>
          <Button size="sm" look="danger" onClick={discardDraft}>
            Discard
          </Button>
        </FileNotice>
      )}
      <DraftNotices drafts={drafts} />
      {checkedAt === 'nowhere' && (
        <FileNotice tone="late" text="Checking is unavailable. You can still edit and save; reload to try again." />
      )}
      {state.disk.status === 'changed' && (
        <FileNotice tone="fail" text="The file changed on disk while you edited it. Nothing is lost.">
          <Button size="sm" look="primary" onClick={() => setComparing(true)}>
            Compare and choose
          </Button>
        </FileNotice>
      )}
      {state.disk.status === 'gone' && (
        <FileNotice tone="fail" text="The file was deleted on disk. Its text is still here.">
          <Button size="sm" look="primary" onClick={() => void file.save()}>
            Save again
          </Button>
          <Button
            size="sm"
            look="danger"
            onClick={() => {
              drafts.deleteOwn();
              window.location.assign('/cases');
            }}
          >
            Discard
          </Button>
        </FileNotice>
      )}
      {comparing && state.disk.status === 'changed' && (
        <ConflictDialog otherText={state.disk.version.text} onClose={() => setComparing(false)} />
      )}
    </>
  );
}

/**
 * Offers to restore unsaved changes to this file that were made in other browser pages, whether these are still open or
 * not.
 */
function DraftNotices({ drafts }: { drafts: FileDrafts }) {
  const { closedPageDrafts, otherPageCount } = drafts;
  const [newestDraft] = closedPageDrafts;
  return (
    <>
      {otherPageCount > 0 && (
        <FileNotice
          tone="late"
          text={`This file has unsaved changes in ${formatCountWithNoun(otherPageCount, 'other tab')} too. Both are kept; the second save asks which one to use.`}
        />
      )}
      {newestDraft !== undefined && (
        <FileNotice
          tone="late"
          text={`Other unsaved changes from ${formatLocalTime(newestDraft.keptAt)} were left by a closed tab${closedPageDrafts.length > 1 ? `, and ${closedPageDrafts.length - 1} more` : ''}.`}
        >
          <Button size="sm" onClick={() => void drafts.restoreOther(newestDraft)}>
            Restore
          </Button>
          <Button size="sm" look="danger" onClick={() => drafts.deleteOther(newestDraft)}>
            Discard
          </Button>
        </FileNotice>
      )}
    </>
  );
}

type FileNoticeProps = { tone: StatusTone; text: string; children?: ReactNode };

/** A notice in one line above the text, with buttons. */
function FileNotice({ tone, text, children }: FileNoticeProps) {
  return (
    <div
      role="alert"
      className={cn(
        'flex shrink-0 flex-wrap items-center gap-2 border-b px-3 py-1.5 text-xs',
        toneClasses[tone].soft,
        toneClasses[tone].text,
      )}
    >
      <span className="min-w-40 grow">{text}</span>
      {children}
    </div>
  );
}
