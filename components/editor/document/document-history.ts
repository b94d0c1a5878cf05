import { applyEdits, findEditBetween, type TextEdit } from '@/runner/authoring';

/** A text with the steps that undo and redo can apply. */
export type DocumentHistory = {
  text: string;
  past: readonly UndoStep[];
  future: readonly UndoStep[];
};

/** One undo step: its label, and the edits that undo and redo it. */
type UndoStep = { label: string; undoEdits: readonly TextEdit[]; redoEdits: readonly TextEdit[] };

/**
 * The label of edits by typing. Consecutive edits with this label are merged to one undo step, up to the end of a line.
 */
export const TYPING_LABEL = 'Typing';

const MAX_UNDO_STEPS = 1_000;

export function startHistory(text: string): DocumentHistory {
  return { text, past: [], future: [] };
}

/** Applies edits to the text as one step. All offsets in `edits` refer to the text before any of them is applied. */
export function changeText(history: DocumentHistory, edits: readonly TextEdit[], label: string): DocumentHistory {
  const sortedEdits = edits.toSorted((left, right) => left.from - right.from || left.to - right.to);
  const text = applyEdits(history.text, sortedEdits);
  if (text === history.text) return history;
  const step = { label, undoEdits: invertEdits(history.text, sortedEdits), redoEdits: sortedEdits };
  const joined = mergeTypingSteps(history.past.at(-1), step);
  const pastSteps = joined === undefined ? [...history.past, step] : [...history.past.slice(0, -1), joined];
  return { text, past: pastSteps.slice(-MAX_UNDO_STEPS), future: [] };
}

/** Changes the text to a new text. Replaces only the part that differs, so that positions outside it stay valid. */
export function replaceText(history: DocumentHistory, text: string, label: string): DocumentHistory {
  const edit = findEditBetween(history.text, text);
  return edit === undefined ? history : changeText(history, [edit], label);
}

export function undoChange(history: DocumentHistory): DocumentHistory {
  const step = history.past.at(-1);
  if (step === undefined) return history;
  return {
    text: applyEdits(history.text, step.undoEdits),
    past: history.past.slice(0, -1),
    future: [step, ...history.future],
  };
}

export function redoChange(history: DocumentHistory): DocumentHistory {
  const [step, ...future] = history.future;
  if (step === undefined) return history;
  return { text: applyEdits(history.text, step.redoEdits), past: [...history.past, step], future };
}

function invertEdits(text: string, edits: readonly TextEdit[]): TextEdit[] {
  let offsetChange = 0;
  return edits.map(({ from, to, insert }) => {
    const start = from + offsetChange;
    offsetChange += insert.length - (to - from);
    return { from: start, to: start + insert.length, insert: text.slice(from, to) };
  });
}

function mergeTypingSteps(last: UndoStep | undefined, next: UndoStep): UndoStep | undefined {
  if (last?.label !== TYPING_LABEL || next.label !== TYPING_LABEL) return undefined;
  const [before, after] = [findSingleEdit(last.redoEdits), findSingleEdit(next.redoEdits)];
  if (before === undefined || after === undefined || before.from !== before.to || after.from !== after.to) {
    return undefined;
  }
  if (after.from !== before.from + before.insert.length || /[\r\n]/.test(before.insert)) return undefined;
  const insert = before.insert + after.insert;
  return {
    label: TYPING_LABEL,
    redoEdits: [{ from: before.from, to: before.to, insert }],
    undoEdits: [{ from: before.from, to: before.from + insert.length, insert: '' }],
  };
}

function findSingleEdit(edits: readonly TextEdit[]): TextEdit | undefined {
  return edits.length === 1 ? edits[0] : undefined;
}
