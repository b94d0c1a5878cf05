import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type FileAction, type FileState, isEdited } from '../document/file-state';
import { forgetDraft, type KeptDraft, keepDraft, listDrafts, newDraftId } from './draft';
import { useKeepDraft } from './use-keep-draft';

export type Drafts = {
  /** Drafts of closed pages, newest first. */
  left: readonly KeptDraft[];
  /** The number of other pages with unsaved changes to this file. */
  elsewhere: number;
  /** Restores a draft of a closed page; the current changes become a draft that can be restored, too. */
  bringBack: (draft: KeptDraft) => Promise<void>;
  forget: (draft: KeptDraft) => void;
  /** Deletes the draft of this page. */
  forgetOwn: () => void;
};

type Held = { id: string; giveBack: GiveBack };
type Others = Pick<Drafts, 'left' | 'elsewhere'>;
type Props = { suiteKey: string; openedText: string; state: FileState; dispatch: (action: FileAction) => void };

/** Stores unsaved changes of this page, restores those of a closed page, and reports all other drafts. */
export function useDrafts({ suiteKey, openedText, state, dispatch }: Props): Drafts {
  const own = useRef<Held>(undefined);
  const [ownId, setOwnId] = useState<string>();
  const [others, setOthers] = useState<Others>({ left: [], elsewhere: 0 });
  const edited = isEdited(state);
  const { text } = state.history;
  useKeepDraft({ suiteKey, id: ownId, text, base: state.base.sha256, edited });

  function take(lockedDraft: Held): void {
    own.current = lockedDraft;
    setOwnId(lockedDraft.id);
  }
  async function look(): Promise<void> {
    setOthers(await findOtherDrafts(suiteKey, own.current?.id));
  }
  const onClaimed = useEffectEvent((claimed: Claimed) => {
    take(claimed);
    if (claimed.draft !== undefined) dispatch({ type: 'restore', ...claimed.draft });
    void look();
  });
  const isTouched = useEffectEvent(() => edited);
  const claim = useEffectEvent(() => claimDraft({ suiteKey, openedText, isTouched: () => isTouched() }));
  useEffect(() => {
    const leaving = new AbortController();
    void claim().then((claimed) => (leaving.signal.aborted ? claimed.giveBack() : onClaimed(claimed)));
    return () => {
      leaving.abort();
      void own.current?.giveBack();
    };
  }, []);
  const onNews = useEffectEvent(() => void look());
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    window.addEventListener('storage', () => onNews(), { signal });
    window.addEventListener('focus', () => onNews(), { signal });
    document.addEventListener('visibilitychange', () => onNews(), { signal });
    return () => leaving.abort();
  }, []);

  return {
    left: others.left.filter((draft) => draft.id !== ownId && draft.text !== text),
    elsewhere: others.elsewhere,
    async bringBack(draft) {
      const giveBack = await holdDraft(draft.id);
      if (giveBack !== undefined || navigator.locks === undefined) {
        if (edited && ownId !== undefined) {
          keepDraft({ suiteKey, id: ownId }, { text, base: state.base.sha256, keptAt: Date.now() });
        }
        const before = own.current;
        take({ id: draft.id, giveBack: giveBack ?? nothingHeld });
        dispatch({ type: 'restore', ...draft });
        await before?.giveBack();
      }
      await look();
    },
    forget(draft) {
      forgetDraft(draft);
      void look();
    },
    forgetOwn() {
      if (ownId !== undefined) forgetDraft({ suiteKey, id: ownId });
    },
  };
}

const nothingHeld: GiveBack = async () => undefined;

type Claimed = Held & { draft?: KeptDraft };
type Claim = { suiteKey: string; openedText: string; isTouched: () => boolean };

/**
 * Claims the newest draft that no page holds and restores it, unless the user has already typed; otherwise creates a
 * new id.
 */
async function claimDraft({ suiteKey, openedText, isTouched }: Claim): Promise<Claimed> {
  for (const { id } of listDrafts(suiteKey)) {
    const giveBack = await holdDraft(id);
    if (giveBack === undefined) continue;
    const draft = listDrafts(suiteKey).find((candidate) => candidate.id === id);
    if (draft !== undefined && draft.text !== openedText && !isTouched()) return { id, giveBack, draft };
    if (draft?.text === openedText) forgetDraft(draft);
    await giveBack();
  }
  const id = newDraftId();
  return { id, giveBack: (await holdDraft(id)) ?? nothingHeld };
}

async function findOtherDrafts(suiteKey: string, ownId: string | undefined): Promise<Others> {
  const lockedIds = await heldDrafts();
  const foreign = listDrafts(suiteKey).filter(({ id }) => id !== ownId);
  const abandoned = foreign.filter(({ id }) => !lockedIds.has(id));
  return { left: abandoned, elsewhere: foreign.length - abandoned.length };
}

const PREFIX = 'turntree.draft:';

/** Releases a draft; resolves when other pages can claim it. */
type GiveBack = () => Promise<void>;

/**
 * Locks a draft for this page until it is released or the page is closed, even by a crash. Resolves to undefined if
 * another page holds it, or if the browser has no Web Locks.
 */
function holdDraft(id: string): Promise<GiveBack | undefined> {
  return new Promise((resolve) => {
    const locks = navigator.locks;
    if (locks === undefined) return resolve(undefined);
    const lockRequest = locks.request(PREFIX + id, { ifAvailable: true }, (lock) => {
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

/** The ids of the drafts that open pages hold. */
async function heldDrafts(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) === true ? name.slice(PREFIX.length) : [])));
}
