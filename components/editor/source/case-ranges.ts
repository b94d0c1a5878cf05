import { codeFolding, foldGutter, foldKeymap, foldService } from '@codemirror/language';
import { type EditorState, type Extension, RangeSet, RangeValue, StateEffect, StateField } from '@codemirror/state';
import { keymap } from '@codemirror/view';

type CaseRange = { from: number; to: number };

class CaseRangeValue extends RangeValue {}
const caseRangeValue = new CaseRangeValue();

/** The effect that replaces the ranges of the cases in the editor state. */
export const setCaseRanges = StateEffect.define<readonly CaseRange[]>();

/** The ranges of the cases at the last check, adjusted to the edits since then. */
const caseRanges = StateField.define<RangeSet<CaseRangeValue>>({
  create: () => RangeSet.empty,
  update(ranges, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setCaseRanges))
        return RangeSet.of(effect.value.map(({ from, to }) => caseRangeValue.range(from, to)));
    }
    return ranges.map(transaction.changes);
  },
});

/** Returns the range of the case at a position; if no case is there, the range of the line. */
export function findCaseAtCursor(state: EditorState, position: number): CaseRange {
  const { from, to } = state.doc.lineAt(position);
  let range: CaseRange = { from, to };
  state.field(caseRanges).between(position, position, (start, end) => {
    range = { from: start, to: end };
    return false;
  });
  return range;
}

const UNFOLDED_COLUMNS = 100;

/**
 * Makes cases foldable. A case of several lines folds to its first line; a case on one long line folds to the beginning
 * of the line.
 */
export function createCaseFolding(): Extension {
  return [
    caseRanges,
    foldService.of(findFoldableCaseAt),
    codeFolding({ placeholderText: '…' }),
    foldGutter({ openText: '▾', closedText: '▸' }),
    keymap.of(foldKeymap),
  ];
}

function findFoldableCaseAt(state: EditorState, lineStart: number, lineEnd: number): CaseRange | null {
  let range: CaseRange | null = null;
  state.field(caseRanges).between(lineStart, lineEnd, (from, to) => {
    if (from < lineStart) return undefined;
    if (to > lineEnd) range = { from: lineEnd, to };
    else if (to - from > UNFOLDED_COLUMNS) range = { from: from + UNFOLDED_COLUMNS, to };
    return false;
  });
  return range;
}
