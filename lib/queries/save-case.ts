import type { AttemptKey } from '../../runner/fold/index.ts';
import { postJson } from './fetch-json.ts';

type SavedCase = AttemptKey & {
  runId: string;
  upTo: number;
  target: string;
  id: string;
  name?: string;
  contains?: string;
};

/** Writes a conversation, up to the question of a turn, as a case at the end of a case file. */
export function saveCase(saved: SavedCase): Promise<{ id: string; target: string }> {
  return postJson('/api/cases', saved);
}
