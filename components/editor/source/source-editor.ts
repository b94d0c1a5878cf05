import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  type KeyBinding,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from '@codemirror/view';
import {
  applyEdits,
  type CheckedDocument,
  type DocumentProblem,
  findEditBetween,
  type TextEdit,
} from '@/runner/authoring';
import { createCaseFolding, setCaseRanges } from './case-ranges';
import { createEditorOffsets, stripByteOrderMark } from './editor-offsets';
import type { EditorSelection } from './editor-selection';
import { highlightLines } from './highlight-lines';
import { createProblemKeyBindings, showQuickFixTooltip } from './problem-keys';
import { createProblemMarks, hasUnmarkedProblems, markProblems } from './problem-marks';
import { createProblemTooltip } from './problem-tooltip';
import {
  externalChangeAnnotation,
  reportCaseAtCursor,
  type SourceEditorHost,
  type SourceEditorState,
  selectRange,
} from './source-host';
import { sourceTheme } from './source-theme';
import { createWordCompletion } from './word-completion';

export type SourceEditor = {
  readonly view: EditorView;
  /** Updates the editor after the text was changed outside it. */
  show(text: string): void;
  showCheckResult(checked: CheckedDocument): void;
  /** Moves the cursor to the range and scrolls there, unless the cursor is already inside the range. */
  reveal(range: { from: number; to: number }): void;
  goToProblem(problem: DocumentProblem): void;
  /** Focuses the editor and restores the saved selection. */
  restoreSelection(caret: EditorSelection): void;
  wrap(lines: boolean): void;
};

/**
 * Creates an editor for the text of a case file. The text and its undo history are stored outside; the editor only
 * mirrors them.
 */
export function createSourceEditor(parent: HTMLElement, text: string, host: SourceEditorHost): SourceEditor {
  const wrapping = new Compartment();
  const sourceState: SourceEditorState = {
    text,
    map: createEditorOffsets(text),
    checked: undefined,
    waiting: undefined,
  };
  const view = new EditorView({
    parent,
    doc: stripByteOrderMark(text),
    extensions: [
      Prec.high(keymap.of(createProblemKeyBindings(sourceState, host))),
      wrapping.of([]),
      EditorState.readOnly.of(host.readOnly),
      EditorView.contentAttributes.of({ 'aria-label': `Text of ${host.suiteKey}`, spellcheck: 'false', tabindex: '0' }),
      EditorView.updateListener.of((update) => reportEditorChanges(update, sourceState, host)),
      keymap.of(undoRedoKeymap(host)),
      buildSourceExtensions(),
      host.readOnly ? [] : createWordCompletion(host.names),
    ],
  });
  return {
    view,
    show: (next) => copyDocumentToEditor(view, sourceState, next),
    showCheckResult(checked) {
      sourceState.checked = checked;
      if (checked.text !== sourceState.text) return;
      const { map } = sourceState;
      const ranges = checked.cases.map(({ from, to }) => ({ from: map.toEditor(from), to: map.toEditor(to) }));
      view.dispatch({ effects: setCaseRanges.of(ranges) });
      refreshProblemMarks(view, sourceState, host);
      const { waiting } = sourceState;
      sourceState.waiting = undefined;
      waiting?.();
    },
    reveal({ from, to }) {
      const [start, end] = [sourceState.map.toEditor(from), sourceState.map.toEditor(to)];
      const { head } = view.state.selection.main;
      if (head >= start && head <= end) return;
      selectRange(view, start);
    },
    goToProblem(problem) {
      selectRange(view, sourceState.map.toEditor(problem.from));
      view.focus();
      showQuickFixTooltip(view, { host, problems: [problem], furtherFixes: [], focus: 'editor' });
    },
    restoreSelection({ from, to }) {
      view.dispatch({
        selection: { anchor: from, head: to },
        scrollIntoView: true,
        annotations: externalChangeAnnotation.of(true),
      });
      view.focus();
    },
    wrap: (lines) => view.dispatch({ effects: wrapping.reconfigure(lines ? EditorView.lineWrapping : []) }),
  };
}

function buildSourceExtensions(): Extension {
  return [
    lineNumbers(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    drawSelection(),
    EditorState.allowMultipleSelections.of(true),
    highlightLines,
    createCaseFolding(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    search({ top: true }),
    createProblemMarks(),
    createProblemTooltip(),
    EditorState.languageData.of(() => [{ commentTokens: { line: '//' } }]),
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...listDefaultKeyBindings()]),
    sourceTheme,
  ];
}

/** The key bindings of CodeMirror, except Ctrl-Enter, which runs the case. */
function listDefaultKeyBindings(): readonly KeyBinding[] {
  return defaultKeymap.filter(({ key }) => key !== 'Mod-Enter');
}

function reportEditorChanges(update: ViewUpdate, sourceState: SourceEditorState, host: SourceEditorHost): void {
  const isOwn = !update.transactions.some((transaction) => transaction.annotation(externalChangeAnnotation) === true);
  if (isOwn && (update.docChanged || update.selectionSet)) sourceState.waiting = undefined;
  if (update.docChanged && isOwn) {
    const edits: TextEdit[] = [];
    update.changes.iterChanges((from, to, _from, _to, inserted) => {
      const insert = inserted.toString().replaceAll('\n', sourceState.map.lineEnd);
      edits.push({ from: sourceState.map.toText(from), to: sourceState.map.toText(to), insert });
    });
    sourceState.text = applyEdits(sourceState.text, edits);
    sourceState.map = createEditorOffsets(sourceState.text);
    host.type(edits);
  }
  // Defers the update of the marks, because CodeMirror forbids dispatching a change during an update.
  if (update.viewportChanged && sourceState.checked !== undefined && hasUnmarkedProblems(sourceState.checked)) {
    requestAnimationFrame(() => refreshProblemMarks(update.view, sourceState, host));
  }
  if (isOwn && update.selectionSet && !update.docChanged)
    reportCaseAtCursor(sourceState, host, update.state.selection.main.head);
}

function refreshProblemMarks(
  view: EditorView,
  { checked, text, map }: SourceEditorState,
  host: SourceEditorHost,
): void {
  if (checked?.text !== text) return;
  markProblems(view, { checked, map, applyFix: host.readOnly ? undefined : host.fix });
}

function copyDocumentToEditor(view: EditorView, sourceState: SourceEditorState, next: string): void {
  const edit = findEditBetween(sourceState.text, next);
  if (edit === undefined) return;
  const { from, to, insert } = extendEditToWholeLineEnds(sourceState.text, edit);
  const changes = {
    from: sourceState.map.toEditor(from),
    to: sourceState.map.toEditor(to),
    insert: stripByteOrderMark(insert),
  };
  sourceState.text = next;
  sourceState.map = createEditorOffsets(next);
  const anchor = sourceState.map.toEditor(from + insert.length);
  view.dispatch({
    changes,
    selection: { anchor },
    scrollIntoView: true,
    annotations: externalChangeAnnotation.of(true),
  });
}

/** Extends an edit that begins or ends within a CRLF, because the editor treats a CRLF as one character. */
function extendEditToWholeLineEnds(text: string, { from, to, insert }: TextEdit): TextEdit {
  const starts = text[from - 1] === '\r';
  const endsInLineBreak = text[to] === '\n' && (text[to - 1] === '\r' || insert.endsWith('\r'));
  return {
    from: starts ? from - 1 : from,
    to: endsInLineBreak ? to + 1 : to,
    insert: `${starts ? '\r' : ''}${insert}${endsInLineBreak ? '\n' : ''}`,
  };
}

function undoRedoKeymap({ undo, redo }: SourceEditorHost) {
  const toCommand = (action: () => void) => () => {
    action();
    return true;
  };
  return [
    { key: 'Mod-z', run: toCommand(undo), preventDefault: true },
    { key: 'Mod-y', mac: 'Mod-Shift-z', run: toCommand(redo), preventDefault: true },
    { key: 'Mod-Shift-z', run: toCommand(redo), preventDefault: true },
  ];
}
