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
import { applyEdits, type CheckedDocument, type DocumentProblem, editBetween, type TextEdit } from '@/runner/authoring';
import type { Caret } from './caret';
import { caseFolding, setCaseRanges } from './case-ranges';
import { highlightLines } from './highlight-lines';
import { fixOfferAt, problemKeys } from './problem-keys';
import { hasMoreThanMarks, markProblems, problemMarks } from './problem-marks';
import { problemTooltip } from './problem-tooltip';
import { mirroredAnnotation, moveToCase, type SourceHost, type SourceState, selectRange } from './source-host';
import { sourceTheme } from './source-theme';
import { createTextMap, editorText } from './text-map';
import { wordCompletion } from './word-completion';

export type SourceEditor = {
  readonly view: EditorView;
  /** Applies a text that was changed outside the editor. */
  show(text: string): void;
  showChecked(checked: CheckedDocument): void;
  /** Moves the cursor to the range and scrolls to it, unless the cursor is already inside. */
  reveal(range: { from: number; to: number }): void;
  goTo(problem: DocumentProblem): void;
  /** Takes the focus and restores the selection. */
  goOn(caret: Caret): void;
  wrap(lines: boolean): void;
};

/** An editor of the text of one case file. The document owns text and history; the editor mirrors them. */
export function createSourceEditor(parent: HTMLElement, text: string, host: SourceHost): SourceEditor {
  const wrapping = new Compartment();
  const sourceState: SourceState = { text, map: createTextMap(text), checked: undefined, waiting: undefined };
  const view = new EditorView({
    parent,
    doc: editorText(text),
    extensions: [
      Prec.high(keymap.of(problemKeys(sourceState, host))),
      wrapping.of([]),
      EditorState.readOnly.of(host.readOnly),
      EditorView.contentAttributes.of({ 'aria-label': `Text of ${host.suiteKey}`, spellcheck: 'false', tabindex: '0' }),
      EditorView.updateListener.of((update) => notifyHost(update, sourceState, host)),
      keymap.of(historyKeys(host)),
      sourceExtensions(),
      host.readOnly ? [] : wordCompletion(host.names),
    ],
  });
  return {
    view,
    show: (next) => mirrorDocument(view, sourceState, next),
    showChecked(checked) {
      sourceState.checked = checked;
      if (checked.text !== sourceState.text) return;
      const { map } = sourceState;
      const ranges = checked.cases.map(({ from, to }) => ({ from: map.toEditor(from), to: map.toEditor(to) }));
      view.dispatch({ effects: setCaseRanges.of(ranges) });
      refreshMarks(view, sourceState, host);
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
    goTo(problem) {
      selectRange(view, sourceState.map.toEditor(problem.from));
      view.focus();
      fixOfferAt(view, { host, problems: [problem], further: [], focus: 'editor' });
    },
    goOn({ from, to }) {
      view.dispatch({
        selection: { anchor: from, head: to },
        scrollIntoView: true,
        annotations: mirroredAnnotation.of(true),
      });
      view.focus();
    },
    wrap: (lines) => view.dispatch({ effects: wrapping.reconfigure(lines ? EditorView.lineWrapping : []) }),
  };
}

function sourceExtensions(): Extension {
  return [
    lineNumbers(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    drawSelection(),
    EditorState.allowMultipleSelections.of(true),
    highlightLines,
    caseFolding(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    search({ top: true }),
    problemMarks(),
    problemTooltip(),
    EditorState.languageData.of(() => [{ commentTokens: { line: '//' } }]),
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...editorDefaults()]),
    sourceTheme,
  ];
}

/** Ctrl-Enter runs the case, so CodeMirror's binding is removed. */
function editorDefaults(): readonly KeyBinding[] {
  return defaultKeymap.filter(({ key }) => key !== 'Mod-Enter');
}

function notifyHost(update: ViewUpdate, sourceState: SourceState, host: SourceHost): void {
  const isOwn = !update.transactions.some((transaction) => transaction.annotation(mirroredAnnotation) === true);
  if (isOwn && (update.docChanged || update.selectionSet)) sourceState.waiting = undefined;
  if (update.docChanged && isOwn) {
    const edits: TextEdit[] = [];
    update.changes.iterChanges((from, to, _from, _to, inserted) => {
      const insert = inserted.toString().replaceAll('\n', sourceState.map.lineEnd);
      edits.push({ from: sourceState.map.toText(from), to: sourceState.map.toText(to), insert });
    });
    sourceState.text = applyEdits(sourceState.text, edits);
    sourceState.map = createTextMap(sourceState.text);
    host.type(edits);
  }
  // CodeMirror forbids dispatching from within an update.
  if (update.viewportChanged && sourceState.checked !== undefined && hasMoreThanMarks(sourceState.checked)) {
    requestAnimationFrame(() => refreshMarks(update.view, sourceState, host));
  }
  if (isOwn && update.selectionSet && !update.docChanged)
    moveToCase(sourceState, host, update.state.selection.main.head);
}

function refreshMarks(view: EditorView, { checked, text, map }: SourceState, host: SourceHost): void {
  if (checked?.text !== text) return;
  markProblems(view, { checked, map, applyFix: host.readOnly ? undefined : host.fix });
}

function mirrorDocument(view: EditorView, sourceState: SourceState, next: string): void {
  const edit = editBetween(sourceState.text, next);
  if (edit === undefined) return;
  const { from, to, insert } = normalizeLineEnds(sourceState.text, edit);
  const changes = {
    from: sourceState.map.toEditor(from),
    to: sourceState.map.toEditor(to),
    insert: editorText(insert),
  };
  sourceState.text = next;
  sourceState.map = createTextMap(next);
  const anchor = sourceState.map.toEditor(from + insert.length);
  view.dispatch({ changes, selection: { anchor }, scrollIntoView: true, annotations: mirroredAnnotation.of(true) });
}

/** The editor has one character for CRLF, so edits are extended to never begin or end within it. */
function normalizeLineEnds(text: string, { from, to, insert }: TextEdit): TextEdit {
  const starts = text[from - 1] === '\r';
  const ends = text[to] === '\n' && (text[to - 1] === '\r' || insert.endsWith('\r'));
  return {
    from: starts ? from - 1 : from,
    to: ends ? to + 1 : to,
    insert: `${starts ? '\r' : ''}${insert}${ends ? '\n' : ''}`,
  };
}

function historyKeys({ undo, redo }: SourceHost) {
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
