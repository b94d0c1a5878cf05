/** Replaces `mdast-util-to-markdown` and `markdown-table`, because a report renders Markdown but never generates it. */
export const defaultHandlers = {};
export const markdownTable = undefined;
