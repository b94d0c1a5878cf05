import { type AttemptState, type CaseRow, formatContentText, toMessages } from '@/runner/fold';

/** Returns the whole input of a case. Before the case has ended, only the preview from the case list is available. */
export function caseInputText({ result }: AttemptState, { preview }: CaseRow): string | undefined {
  if (result?.input === undefined) return preview;
  return toMessages(result.input)
    .map(({ content }) => formatContentText(content))
    .join('\n');
}
