import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type FileAction, type FileState, isEdited } from '../document/file-state';
import { deleteDraft, listDrafts, newDraftId, type StoredDraft, storeDraft } from './draft';
import { useDraftAutosave } from './use-draft-autosave';

export type FileDrafts = {
  /** The drafts from browser pages that are closed now, newest first. */
  closedPageDrafts: readonly StoredDraft[];
  /** The number of other open pages with unsaved changes to this file. */
  otherPageCount: number;
  /**
   * Restores a draft from a closed page. The current changes become a draft themselves, so that they can be restored,
   * too.
   */
  restoreOther: (draft: StoredDraft) => Promise<void>;
  deleteOther: (draft: StoredDraft) => void;
  /** Deletes the draft of this page. */
  deleteOwn: () => void;
};

type LockedDraft = { id: string; releaseLock: ReleaseDraft };
type OtherDrafts = Pick<FileDrafts, 'closedPageDrafts' | 'otherPageCount'>;
type Props = { suiteKey: string; openedText: string; state: FileState; dispatch: (action: FileAction) => void };

/**
 * Stores the unsaved changes of this page as a draft, restores the draft of a closed page, and lists the other drafts.
 */
export function useDrafts({ suiteKey, openedText, state, dispatch }: Props): FileDrafts {
  const ownDraft = useRef<LockedDraft>(undefined);
  const [ownId, setOwnId] = useState<string>();
  const [others, setOthers] = useState<OtherDrafts>({ closedPageDrafts: [], otherPageCount: 0 });
  const edited = isEdited(state);
  const { text } = state.history;
  useDraftAutosave({ suiteKey, id: ownId, text, base: state.base.sha256, edited });

  function switchToDraft(lockedDraft: LockedDraft): void {
    ownDraft.current = lockedDraft;
    setOwnId(lockedDraft.id);
  }
  async function refreshOtherDrafts(): Promise<void> {
    setOthers(await findOtherDrafts(suiteKey, ownDraft.current?.id));
  }
  const onClaimed = useEffectEvent((claimed: ClaimedDraft) => {
    switchToDraft(claimed);
    if (claimed.draft !== undefined) dispatch({ type: 'restore', ...claimed.draft });
    void refreshOtherDrafts();
  });
  const isTouched = useEffectEvent(() => edited);
  const claim = useEffectEvent(() => claimDraft({ suiteKey, openedText, isTouched: () => isTouched() }));
  useEffect(() => {
    const leaving = new AbortController();
    void claim().then((claimed) => (leaving.signal.aborted ? claimed.releaseLock() : onClaimed(claimed)));
    return () => {
      leaving.abort();
      void ownDraft.current?.releaseLock();
    };
  }, []);
  const onNews = useEffectEvent(() => void refreshOtherDrafts());
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    window.addEventListener('storage', () => onNews(), { signal });
    window.addEventListener('focus', () => onNews(), { signal });
    document.addEventListener('visibilitychange', () => onNews(), { signal });
    return () => leaving.abort();
  }, []);

  return {
    closedPageDrafts: others.closedPageDrafts.filter((draft) => draft.id !== ownId && draft.text !== text),
    otherPageCount: others.otherPageCount,
    async restoreOther(draft) {
      const releaseLock = await lockDraft(draft.id);
      if (releaseLock !== undefined || navigator.locks === undefined) {
        if (edited && ownId !== undefined) {
          storeDraft({ suiteKey, id: ownId }, { text, base: state.base.sha256, keptAt: Date.now() });
        }
        const before = ownDraft.current;
        switchToDraft({ id: draft.id, releaseLock: releaseLock ?? releaseNothing });
        dispatch({ type: 'restore', ...draft });
        await before?.releaseLock();
      }
      await refreshOtherDrafts();
    },
    deleteOther(draft) {
      deleteDraft(draft);
      void refreshOtherDrafts();
    },
    deleteOwn() {
      if (ownId !== undefined) deleteDraft({ suiteKey, id: ownId });
    },
  };
}

const releaseNothing: ReleaseDraft = async () => undefined;

type ClaimedDraft = LockedDraft & { draft?: StoredDraft };
type ClaimDraftOptions = { suiteKey: string; openedText: string; isTouched: () => boolean };

/**
 * Claims the newest draft that no open page uses, and restores it unless the user has already typed. If there is none,
 * creates a new id.
 */
async function claimDraft({ suiteKey, openedText, isTouched }: ClaimDraftOptions): Promise<ClaimedDraft> {
  for (const { id } of listDrafts(suiteKey)) {
    const releaseLock = await lockDraft(id);
    if (releaseLock === undefined) continue;
    const draft = listDrafts(suiteKey).find((candidate) => candidate.id === id);
    if (draft !== undefined && draft.text !== openedText && !isTouched()) return { id, releaseLock, draft };
    if (draft?.text === openedText) deleteDraft(draft);
    await releaseLock();
  }
  const id = newDraftId();
  return { id, releaseLock: (await lockDraft(id)) ?? releaseNothing };
}

async function findOtherDrafts(suiteKey: string, ownId: string | undefined): Promise<OtherDrafts> {
  const lockedIds = await listLockedDraftIds();
  const foreign = listDrafts(suiteKey).filter(({ id }) => id !== ownId);
  const abandoned = foreign.filter(({ id }) => !lockedIds.has(id));
  return { closedPageDrafts: abandoned, otherPageCount: foreign.length - abandoned.length };
}

const DRAFT_LOCK_PREFIX = 'turntree.draft:';

/** Releases a draft. The promise resolves when other pages can claim the draft. */
type ReleaseDraft = () => Promise<void>;

/**
 * Locks a draft for this page until it is released, or the page closes or crashes. Resolves to undefined if another
 * page has locked the draft, or if the browser does not support Web Locks.
 */
function lockDraft(id: string): Promise<ReleaseDraft | undefined> {
  return new Promise((resolve) => {
    const locks = navigator.locks;
    if (locks === undefined) return resolve(undefined);
    const lockRequest = locks.request(DRAFT_LOCK_PREFIX + id, { ifAvailable: true }, (lock) => {
      if (lock === null) return resolve(undefined);
      return new Promise<void>((release) => {
        resolve(async () => {
          release();
          await lockRequest;
        });
      });
    });
    lockRequest.catch(() => resolve(undefined));
  });
}

/** Returns the ids of the drafts that open pages have locked. */
async function listLockedDraftIds(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(
    held.flatMap(({ name }) =>
      name?.startsWith(DRAFT_LOCK_PREFIX) === true ? name.slice(DRAFT_LOCK_PREFIX.length) : [],
    ),
  );
}
