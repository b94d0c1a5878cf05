import { Button } from '@/components/ui/button';
import { plural } from '@/lib/format';
import { FileNotice } from '../document/file-notice';
import type { Drafts } from './use-drafts';

/** Unsaved changes of this file that are not in this page: of pages that are open, and of those that are gone. */
export function DraftNotices({ drafts }: { drafts: Drafts }) {
  const { left, elsewhere } = drafts;
  const [newest] = left;
  return (
    <>
      {elsewhere > 0 && (
        <FileNotice
          tone="late"
          text={`This file has unsaved changes in ${plural(elsewhere, 'other tab')} too. Both are kept; who saves second is asked.`}
        />
      )}
      {newest !== undefined && (
        <FileNotice
          tone="late"
          text={`Other unsaved changes from ${timeOfDraft(newest.keptAt)} were left by a closed tab${left.length > 1 ? `, and ${left.length - 1} more` : ''}.`}
        >
          <Button size="sm" onClick={() => void drafts.bringBack(newest)}>
            Bring them here
          </Button>
          <Button size="sm" look="danger" onClick={() => drafts.forget(newest)}>
            Discard them
          </Button>
        </FileNotice>
      )}
    </>
  );
}

export function timeOfDraft(at: number): string {
  return new Date(at).toLocaleString();
}
