import type { Generation, GenerationAnswer } from '../runs/generate-cases.ts';
import { postJson } from './fetch-json.ts';

/** Asks a generator for cases; they come back to be looked at, and are written nowhere. */
export function generateCases(wanted: Generation): Promise<GenerationAnswer> {
  return postJson<GenerationAnswer>('/api/cases/generate', wanted);
}
