import { describe, expect, it } from 'vitest';
import {
  createFileState,
  type FileAction,
  type FileState,
  type FileVersion,
  isEdited,
  reduceFileState,
} from './file-state';

const openedVersion: FileVersion = { text: 'one\n', sha256: '1' };
const theirVersion: FileVersion = { text: 'theirs\n', sha256: '2' };

function opening(...actions: FileAction[]): FileState {
  return actions.reduce(reduceFileState, createFileState(openedVersion));
}

const replaceByMine: FileAction = { type: 'replace', text: 'mine\n', label: 'Edit' };

describe('a file that is open', () => {
  it('takes a change on disk over when nothing is edited, and says so; undo brings the old text back', () => {
    const state = opening({ type: 'seen', disk: theirVersion });
    expect([state.history.text, isEdited(state), state.news]).toEqual(['theirs\n', false, { kind: 'reloaded' }]);
    const back = reduceFileState(state, { type: 'undo' });
    expect([back.history.text, isEdited(back), back.base.sha256]).toEqual(['one\n', true, '2']);
  });

  it('keeps edits when the file changes on disk, until the person chooses', () => {
    const state = opening(replaceByMine, { type: 'seen', disk: theirVersion });
    expect([state.history.text, state.base.sha256, state.disk]).toEqual([
      'mine\n',
      '1',
      { status: 'changed', version: theirVersion },
    ]);
  });

  it('is saved over their version when mine is chosen', () => {
    const state = opening(replaceByMine, { type: 'seen', disk: theirVersion }, { type: 'keep-mine' });
    expect([state.history.text, state.base.sha256, state.disk.status, isEdited(state)]).toEqual([
      'mine\n',
      '2',
      'same',
      true,
    ]);
  });

  it('gives mine back by undo after theirs was chosen', () => {
    const state = opening(replaceByMine, { type: 'seen', disk: theirVersion }, { type: 'take-theirs' });
    expect([state.history.text, isEdited(state)]).toEqual(['theirs\n', false]);
    expect(reduceFileState(state, { type: 'undo' }).history.text).toBe('mine\n');
  });

  it('has no conflict when both wrote the same, or when the disk goes back to what it was', () => {
    expect(opening(replaceByMine, { type: 'seen', disk: { text: 'mine\n', sha256: '3' } })).toMatchObject({
      base: { sha256: '3' },
      disk: { status: 'same' },
    });
    expect(
      opening(replaceByMine, { type: 'seen', disk: theirVersion }, { type: 'seen', disk: openedVersion }).disk.status,
    ).toBe('same');
  });

  it('keeps what was typed while a save was under way as unsaved', () => {
    const state = opening(replaceByMine, { type: 'saved', version: { text: 'mi', sha256: '4' } });
    expect([isEdited(state), state.base.sha256]).toEqual([true, '4']);
  });

  it('restores unsaved changes of the same content, and discards them on request', () => {
    const state = opening({ type: 'restore', text: 'draft\n', base: '1', keptAt: 5 });
    expect([state.history.text, state.disk.status, state.news]).toEqual([
      'draft\n',
      'same',
      { kind: 'restored', keptAt: 5 },
    ]);
    expect(isEdited(reduceFileState(state, { type: 'discard' }))).toBe(false);
  });

  it('meets a draft of an older content with a conflict, not by overwriting either', () => {
    const state = opening({ type: 'restore', text: 'draft\n', base: '0', keptAt: 5 });
    expect([state.history.text, state.base.sha256, state.disk]).toEqual([
      'draft\n',
      '0',
      { status: 'changed', version: openedVersion },
    ]);
    expect(reduceFileState(state, { type: 'seen', disk: openedVersion }).disk.status).toBe('changed');
    expect(reduceFileState(state, { type: 'take-theirs' })).toMatchObject({
      base: openedVersion,
      disk: { status: 'same' },
    });
  });

  it('takes a draft of what is on disk now without a conflict, whatever was open', () => {
    const state = opening(
      replaceByMine,
      { type: 'seen', disk: theirVersion },
      { type: 'restore', text: 'draft\n', base: '2', keptAt: 5 },
    );
    expect([state.history.text, state.base, state.disk.status]).toEqual(['draft\n', theirVersion, 'same']);
    expect(reduceFileState(state, { type: 'undo' }).history.text).toBe('mine\n');
    const olderState = opening(
      replaceByMine,
      { type: 'seen', disk: theirVersion },
      { type: 'restore', text: 'draft\n', base: '0', keptAt: 5 },
    );
    expect(olderState.disk).toEqual({ status: 'changed', version: theirVersion });
  });

  it('has everything still when it is gone from disk', () => {
    const state = opening(replaceByMine, { type: 'gone' });
    expect([state.history.text, state.disk.status]).toEqual(['mine\n', 'gone']);
  });
});
