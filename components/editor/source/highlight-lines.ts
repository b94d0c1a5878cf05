import { type Line, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

/**
 * The maximum length in characters of a line with syntax highlighting. Highlighting longer lines would block the page.
 */
const MAX_HIGHLIGHTED_LINE_LENGTH = 20_000;

const jsonTokenPattern = /("(?:[^"\\]|\\.)*"?)(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;
const tokenDecorations = {
  key: Decoration.mark({ class: 'tok-key' }),
  text: Decoration.mark({ class: 'tok-text' }),
  value: Decoration.mark({ class: 'tok-value' }),
  comment: Decoration.mark({ class: 'tok-comment' }),
};

/** Highlights the syntax of JSON line by line, which is possible because JSON strings cannot span lines. */
export const highlightLines = ViewPlugin.define(
  (view) => ({
    decorations: highlightVisibleLines(view),
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged) this.decorations = highlightVisibleLines(update.view);
    },
  }),
  { decorations: ({ decorations }) => decorations },
);

function highlightVisibleLines({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let behind = 0;
  for (const { from, to } of visibleRanges) {
    for (let line = state.doc.lineAt(Math.max(from, behind)); line.from <= to; line = state.doc.lineAt(behind)) {
      behind = line.to + 1;
      if (line.length <= MAX_HIGHLIGHTED_LINE_LENGTH) highlightJsonLine(line, builder);
      if (behind > state.doc.length) return builder.finish();
    }
  }
  return builder.finish();
}

function highlightJsonLine({ text, from }: Line, builder: RangeSetBuilder<Decoration>): void {
  if (/^\s*\/\//.test(text)) {
    builder.add(from, from + text.length, tokenDecorations.comment);
    return;
  }
  for (const { 0: matchText, 1: quoted, 2: colon, index } of text.matchAll(jsonTokenPattern)) {
    if (quoted === undefined) builder.add(from + index, from + index + matchText.length, tokenDecorations.value);
    else
      builder.add(
        from + index,
        from + index + quoted.length,
        colon === undefined ? tokenDecorations.text : tokenDecorations.key,
      );
  }
}
