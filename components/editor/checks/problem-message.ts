import type { DocumentProblem } from '@/runner/authoring';

/** Returns the message of a problem, with a suggestion if there is one. */
export function formatProblemMessage({ message, suggestion }: Pick<DocumentProblem, 'message' | 'suggestion'>): string {
  return suggestion === undefined ? message : `${message} (did you mean "${suggestion}"?)`;
}
