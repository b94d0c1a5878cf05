export type MarkdownBlock = {
  language: string;
  /** The text after the language in the opening fence: `file=path` names the file whose content the block shows. */
  file: string | undefined;
  line: number;
  text: string;
};

/** The fenced blocks of a Markdown document, in order. */
export function markdownBlocks(markdown: string): MarkdownBlock[] {
  const fence = /^```(\w+)(?: file=(\S+))?\n(.*?)^```$/gms;
  return [...markdown.matchAll(fence)].map((match) => ({
    language: match[1] ?? '',
    file: match[2],
    line: markdown.slice(0, match.index).split('\n').length,
    text: match[3] ?? '',
  }));
}
