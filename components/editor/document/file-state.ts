import type { TextEdit } from '@/runner/authoring';
import {
  changeText,
  type DocumentHistory,
  redoChange,
  replaceText,
  startHistory,
  undoChange,
} from './document-history';

/** A version of the file, identified by its hash; `modifiedAt` is the file's modification time when it was read. */
export type FileVersion = { text: string; sha256: string; modifiedAt?: number };

/** The state of the file on disk since it was opened. */
export type DiskState = { status: 'same' } | { status: 'changed'; version: FileVersion } | { status: 'gone' };

/**
 * The state of an open case file: the version on which the edits are based, the edited text, and the state of the file
 * on disk.
 */
export type FileState = {
  /** The version of the file on which the text is based. Saving overwrites only this version. */
  base: FileVersion;
  history: DocumentHistory;
  disk: DiskState;
  /** A change that happened without an action of the user; it is reported once. */
  news: FileNotification | undefined;
};

export type FileNotification = { kind: 'reloaded' } | { kind: 'restored'; keptAt: number };

export type FileAction =
  | { type: 'edit'; edits: readonly TextEdit[]; label: string }
  | { type: 'replace'; text: string; label: string }
  | { type: 'undo' }
  | { type: 'redo' }
  /** The file on disk was read, by polling or after a save was refused. */
  | { type: 'seen'; disk: FileVersion }
  | { type: 'gone' }
  | { type: 'saved'; version: FileVersion }
  | { type: 'restore'; text: string; base: string; keptAt: number }
  | { type: 'take-theirs' }
  | { type: 'keep-mine' }
  | { type: 'discard' }
  | { type: 'read-news' };

export function createFileState(version: FileVersion): FileState {
  return { base: version, history: startHistory(version.text), disk: { status: 'same' }, news: undefined };
}

export function isEdited({ base, history }: FileState): boolean {
  return history.text !== base.text;
}

export function reduceFileState(state: FileState, action: FileAction): FileState {
  switch (action.type) {
    case 'edit':
      return { ...state, history: changeText(state.history, action.edits, action.label) };
    case 'replace':
      return { ...state, history: replaceText(state.history, action.text, action.label) };
    case 'undo':
      return { ...state, history: undoChange(state.history) };
    case 'redo':
      return { ...state, history: redoChange(state.history) };
    case 'seen':
      return applyDiskVersion(state, action.disk);
    case 'gone':
      return { ...state, disk: { status: 'gone' } };
    case 'saved':
      return { ...state, base: action.version, disk: { status: 'same' }, news: undefined };
    case 'restore':
      return restoreDraft(state, action);
    case 'take-theirs':
      return replaceWithDiskVersion(state);
    case 'keep-mine':
      return state.disk.status === 'changed' ? { ...state, base: state.disk.version, disk: { status: 'same' } } : state;
    case 'discard':
      if (state.disk.status === 'changed') return replaceWithDiskVersion(state);
      return { ...state, history: replaceText(state.history, state.base.text, 'Discard changes'), news: undefined };
    case 'read-news':
      return { ...state, news: undefined };
    default:
      action satisfies never;
      return state;
  }
}

/**
 * Handles a new version of the file on disk: reloads the text if it has no unsaved edits. Edits are never discarded.
 */
function applyDiskVersion(state: FileState, disk: FileVersion): FileState {
  if (disk.sha256 === state.base.sha256)
    return state.disk.status === 'same' ? state : { ...state, disk: { status: 'same' } };
  const agrees = disk.text === state.history.text;
  if (agrees) return { ...state, base: disk, disk: { status: 'same' } };
  if (isEdited(state)) return { ...state, disk: { status: 'changed', version: disk } };
  const history = replaceText(state.history, disk.text, 'Change on disk');
  return { base: disk, history, disk: { status: 'same' }, news: { kind: 'reloaded' } };
}

type Draft = { text: string; base: string; keptAt: number };

/** Restores a draft. If the draft is based on another version of the file, the user has to resolve the conflict. */
function restoreDraft(state: FileState, { text, base, keptAt }: Draft): FileState {
  const history = replaceText(state.history, text, 'Unsaved changes');
  const news = { kind: 'restored' as const, keptAt };
  const version = state.disk.status === 'changed' ? state.disk.version : state.base;
  if (base !== version.sha256) {
    return { base: { ...version, sha256: base }, history, disk: { status: 'changed', version }, news };
  }
  const disk: DiskState = state.disk.status === 'gone' ? state.disk : { status: 'same' };
  return { base: version, history, disk, news };
}

/** Replaces the user's text with the version on disk. Undo restores the user's text. */
function replaceWithDiskVersion(state: FileState): FileState {
  if (state.disk.status !== 'changed') return state;
  const { version } = state.disk;
  const history = replaceText(state.history, version.text, 'Use the version on disk');
  return { base: version, history, disk: { status: 'same' }, news: undefined };
}
