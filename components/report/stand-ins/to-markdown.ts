/** Replaces `mdast-util-to-markdown` and `markdown-table`: a report renders Markdown, and writes none. */
export const defaultHandlers = {};
export const markdownTable = undefined;
