import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { caseFileChangeQuery, saveCaseFile } from '@/lib/queries';
import { type FileDrafts, useDrafts } from '../drafts/use-drafts';
import {
  createFileState,
  type FileAction,
  type FileState,
  type FileVersion,
  isEdited,
  reduceFileState,
} from './file-state';

export type CaseFile = {
  state: FileState;
  dispatch: (action: FileAction) => void;
  edited: boolean;
  /** Saves the text; resolves to true if the file now contains it. */
  save: () => Promise<boolean>;
  saving: boolean;
  /** The reason why the last save failed; undefined if it succeeded. */
  saveError: Error | null;
  /** The reason why the last check for changes on disk failed; undefined if it succeeded. */
  lookError: Error | null;
  drafts: FileDrafts;
};

/**
 * Manages an open case file: saves it only if the file on disk is still the version on which the edits are based,
 * watches the file on disk, and stores unsaved changes as a draft.
 */
export function useCaseFile(suiteKey: string, openedFile: FileVersion): CaseFile {
  'use memo';
  const [state, dispatch] = useReducer(reduceFileState, openedFile, createFileState);
  const edited = isEdited(state);
  const write = useMutation({ mutationFn: saveCaseFile });
  const lookError = useWatchedFile({ suiteKey, state, dispatch, paused: write.isPending });
  const drafts = useDrafts({ suiteKey, openedText: openedFile.text, state, dispatch });
  const pending = useRef<Promise<boolean>>(undefined);

  function save(): Promise<boolean> {
    pending.current ??= saveIfUnchangedOnDisk().finally(() => {
      pending.current = undefined;
    });
    return pending.current;
  }

  async function saveIfUnchangedOnDisk(): Promise<boolean> {
    if (state.disk.status === 'changed') return false;
    const { text } = state.history;
    const base = state.disk.status === 'gone' ? null : state.base.sha256;
    if (!edited && base !== null) return true;
    const answer = await write.mutateAsync({ suite: suiteKey, text, base }).catch(() => undefined);
    switch (answer?.status) {
      case 'saved':
        dispatch({ type: 'saved', version: { text, sha256: answer.sha256 } });
        return true;
      case 'changed':
        dispatch({ type: 'seen', disk: answer.file });
        return false;
      case 'gone':
        dispatch({ type: 'gone' });
        return false;
      case undefined:
        return false;
      default:
        answer satisfies never;
        return false;
    }
  }
  return { state, dispatch, edited, save, saving: write.isPending, saveError: write.error, lookError, drafts };
}

type WatchFileOptions = { suiteKey: string; state: FileState; dispatch: (action: FileAction) => void; paused: boolean };

/** Polls the file, so that changes made by other programs appear without a reload. */
function useWatchedFile({ suiteKey, state, dispatch, paused }: WatchFileOptions): Error | null {
  'use memo';
  const diskVersion = state.disk.status === 'changed' ? state.disk.version : state.base;
  const { data, dataUpdatedAt, error } = useQuery({ ...caseFileChangeQuery(suiteKey, diskVersion), enabled: !paused });
  const onAnswer = useEffectEvent(() => {
    switch (data?.status) {
      case 'text':
        return dispatch({ type: 'seen', disk: data });
      case 'same':
        return state.disk.status === 'gone' ? dispatch({ type: 'seen', disk: state.base }) : undefined;
      case 'gone':
        return state.disk.status === 'gone' ? undefined : dispatch({ type: 'gone' });
      case undefined:
        return undefined;
      default:
        return data satisfies never;
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every response, even if its data are unchanged
  useEffect(() => onAnswer(), [dataUpdatedAt]);
  return error;
}
