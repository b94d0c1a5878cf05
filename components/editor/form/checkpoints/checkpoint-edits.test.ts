import { describe, expect, it } from 'vitest';
import { applyEdits, type CaseEdit, editCase, parseCaseSource } from '@/runner/authoring';
import {
  connectCheckpoints,
  createUnusedCheckpointId,
  type GraphCheckpoint,
  parseCheckpointGraph,
  removeCheckpoint,
  renameCheckpoint,
} from './checkpoint-edits';

const source = `{"id": "D", "checkpoints": [
  {"id": "a", "assert": {"type": "contains", "value": "1.0"}},
  // then
  {"id": "b", "after": ["a"], "assert": []},
  {"id": "c", "after": ["a", "b"], "assert": []}
]}`;

function graph(text = source): GraphCheckpoint[] {
  const caseSource = parseCaseSource(text, 0);
  return caseSource === undefined ? [] : parseCheckpointGraph(caseSource);
}

function named(id: string): GraphCheckpoint {
  const match = graph().find((checkpoint) => checkpoint.id === id);
  if (match === undefined) throw new Error(`no checkpoint ${id}`);
  return match;
}

function edited(edits: readonly CaseEdit[]): string {
  return applyEdits(source, editCase(source, edits));
}

describe('the graph of checkpoints', () => {
  it('connects, and disconnects what is connected', () => {
    const freeConnection = connectCheckpoints(graph(), named('b'), named('c'));
    expect(freeConnection).toMatchObject({ announcementText: 'c no longer comes after b.' });
    expect('edits' in freeConnection && edited(freeConnection.edits)).toBe(source.replace('["a", "b"]', '["a"]'));
    const last = connectCheckpoints(graph(), named('a'), named('b'));
    expect('edits' in last && edited(last.edits)).toBe(
      source.replace('"after": ["a"], "assert": []},\n  {', '"assert": []},\n  {'),
    );
  });

  it('refuses circles and says which', () => {
    expect(connectCheckpoints(graph(), named('c'), named('a'))).toEqual({
      refusalReason: 'a cannot come after c: that would be a circle, a → c → a.',
    });
    expect(connectCheckpoints(graph(), named('a'), named('a'))).toEqual({
      refusalReason: 'A checkpoint cannot come after itself.',
    });
  });

  it('renames a checkpoint where others wait for it too', () => {
    expect(edited(renameCheckpoint(graph(), 0, 'first'))).toBe(
      source
        .replace('"id": "a"', '"id": "first"')
        .replace('["a"]', '["first"]')
        .replace('["a", "b"]', '["first", "b"]'),
    );
  });

  it('removes a checkpoint, and nobody waits for it', () => {
    expect(graph(edited(removeCheckpoint(graph(), 0)))).toEqual([
      { index: 0, id: 'b', after: [], required: true },
      { index: 1, id: 'c', after: ['b'], required: true },
    ]);
    expect(edited(removeCheckpoint(graph(), 0))).toContain('// then');
  });

  it('finds an id that nobody has', () => {
    expect(createUnusedCheckpointId(graph(), 'checkpoint')).toBe('checkpoint-4');
  });
});
