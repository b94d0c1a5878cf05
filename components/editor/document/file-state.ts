import type { TextEdit } from '@/runner/authoring';
import {
  changeText,
  type DocumentHistory,
  redoChange,
  replaceText,
  startHistory,
  undoChange,
} from './document-history';

/** A content of the file, by its hash; `modifiedAt` is when the file that was read with it had changed. */
export type Version = { text: string; sha256: string; modifiedAt?: number };

/** The state of the file on disk since it was opened. */
export type Disk = { status: 'same' } | { status: 'changed'; version: Version } | { status: 'gone' };

/** A case file that is open: what it is made from, what has been done to it, and what others did on disk. */
export type FileState = {
  /** The version the text is based on: a save replaces this one and no other. */
  base: Version;
  history: DocumentHistory;
  disk: Disk;
  /** Something that happened without the person doing it, to be told once. */
  news: News | undefined;
};

export type News = { kind: 'reloaded' } | { kind: 'restored'; keptAt: number };

export type FileAction =
  | { type: 'edit'; edits: readonly TextEdit[]; label: string }
  | { type: 'replace'; text: string; label: string }
  | { type: 'undo' }
  | { type: 'redo' }
  /** The file was looked at, by itself or because a save was refused. */
  | { type: 'seen'; disk: Version }
  | { type: 'gone' }
  | { type: 'saved'; version: Version }
  | { type: 'restore'; text: string; base: string; keptAt: number }
  | { type: 'take-theirs' }
  | { type: 'keep-mine' }
  | { type: 'discard' }
  | { type: 'read-news' };

export function openFile(version: Version): FileState {
  return { base: version, history: startHistory(version.text), disk: { status: 'same' }, news: undefined };
}

export function isEdited({ base, history }: FileState): boolean {
  return history.text !== base.text;
}

export function nextFileState(state: FileState, action: FileAction): FileState {
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
      return restored(state, action);
    case 'take-theirs':
      return takeTheirs(state);
    case 'keep-mine':
      return state.disk.status === 'changed' ? { ...state, base: state.disk.version, disk: { status: 'same' } } : state;
    case 'discard':
      if (state.disk.status === 'changed') return takeTheirs(state);
      return { ...state, history: replaceText(state.history, state.base.text, 'Discard changes'), news: undefined };
    case 'read-news':
      return { ...state, news: undefined };
    default:
      action satisfies never;
      return state;
  }
}

/** A text without edits is replaced by the new one; edits are never discarded. */
function applyDiskVersion(state: FileState, disk: Version): FileState {
  if (disk.sha256 === state.base.sha256)
    return state.disk.status === 'same' ? state : { ...state, disk: { status: 'same' } };
  const agrees = disk.text === state.history.text;
  if (agrees) return { ...state, base: disk, disk: { status: 'same' } };
  if (isEdited(state)) return { ...state, disk: { status: 'changed', version: disk } };
  const history = replaceText(state.history, disk.text, 'Change on disk');
  return { base: disk, history, disk: { status: 'same' }, news: { kind: 'reloaded' } };
}

type Draft = { text: string; base: string; keptAt: number };

/** A draft of another content of the file meets what is there now: the person decides. */
function restored(state: FileState, { text, base, keptAt }: Draft): FileState {
  const history = replaceText(state.history, text, 'Unsaved changes');
  const news = { kind: 'restored' as const, keptAt };
  const version = state.disk.status === 'changed' ? state.disk.version : state.base;
  if (base !== version.sha256) {
    return { base: { ...version, sha256: base }, history, disk: { status: 'changed', version }, news };
  }
  const disk: Disk = state.disk.status === 'gone' ? state.disk : { status: 'same' };
  return { base: version, history, disk, news };
}

/** Undo brings the own version back. */
function takeTheirs(state: FileState): FileState {
  if (state.disk.status !== 'changed') return state;
  const { version } = state.disk;
  const history = replaceText(state.history, version.text, 'Take the version on disk');
  return { base: version, history, disk: { status: 'same' }, news: undefined };
}
