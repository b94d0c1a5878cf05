import { type AttemptState, type CaseRow, textOfContent, toMessages } from '@/runner/fold';

/** The whole input once the case has ended; before that, the preview from the case list. */
export function caseInputText({ result }: AttemptState, { preview }: CaseRow): string | undefined {
  if (result?.input === undefined) return preview;
  return toMessages(result.input)
    .map(({ content }) => textOfContent(content))
    .join('\n');
}
