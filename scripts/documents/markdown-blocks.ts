export type MarkdownBlock = {
  language: string;
  line: number;
  text: string;
  /** The file that the paragraph above the block tells readers to write, relative to the folder that they are in. */
  file: string | undefined;
  /**
   * True if the paragraph above the block says `Add to` and not `Save as`, so that the block is added to an existing
   * file.
   */
  isAddition: boolean;
  /** The reason in a comment `<!-- not run: … -->` above the block. */
  notRun: string | undefined;
};

const SAVE = /\b(save (?:it |this )?as|add to) `([^`]+)`:$/i;
const NOT_RUN = /^<!-- not run: (.+) -->$/;

/** The fenced blocks of a Markdown document, in order. */
export function parseMarkdownBlocks(markdown: string): MarkdownBlock[] {
  const lines = markdown.split('\n');
  const fence = /^```([^\n]*)\n(.*?)^```$/gms;
  return [...markdown.matchAll(fence)].map((match) => {
    const line = markdown.slice(0, match.index).split('\n').length;
    const above = lines.slice(0, line - 1).findLast((text) => text !== '') ?? '';
    const [, verb = '', file] = SAVE.exec(above) ?? [];
    return {
      language: match[1] ?? '',
      line,
      text: match[2] ?? '',
      file,
      isAddition: verb.toLowerCase() === 'add to',
      notRun: NOT_RUN.exec(above)?.[1],
    };
  });
}
