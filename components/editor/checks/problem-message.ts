import type { DocumentProblem } from '@/runner/authoring';

/** What is wrong, with what was probably meant. */
export function problemMessage({ message, suggestion }: Pick<DocumentProblem, 'message' | 'suggestion'>): string {
  return suggestion === undefined ? message : `${message} (did you mean "${suggestion}"?)`;
}
