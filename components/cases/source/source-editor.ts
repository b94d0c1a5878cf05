import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Annotation, Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
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
  editBetween,
  type NamesForCases,
  type QuickFix,
  refactoringsOf,
  type TextEdit,
} from '@/runner/authoring';
import { caseFolding, setCaseRanges } from './case-ranges';
import { caseWords } from './case-words';
import { highlightLines } from './highlight-lines';
import { type ApplyFix, markProblems, messageOf, problemMarks } from './problem-marks';
import { closeOffer, problemTooltip, showOffer } from './problem-tooltip';
import { sourceTheme } from './source-theme';
import { createTextMap, editorText, type TextMap } from './text-map';

/** What the editor needs of the document that it shows. */
export type SourceHost = {
  suiteKey: string;
  readOnly: boolean;
  type(edits: readonly TextEdit[]): void;
  fix: ApplyFix;
  /** Names that cases may use. */
  names(): NamesForCases;
  undo(): void;
  redo(): void;
  /** A person put the cursor into a case. */
  visit(id: string): void;
};

export type SourceEditor = {
  readonly view: EditorView;
  /** Takes over a text that was changed elsewhere. */
  show(text: string): void;
  showChecked(checked: CheckedDocument): void;
  /** Puts the cursor at an offset and brings it into sight, unless it is in the range already. */
  reveal(range: { from: number; to: number }): void;
  goTo(problem: DocumentProblem): void;
  wrap(lines: boolean): void;
};

const mirrored = Annotation.define<boolean>();

/** An editor of the text of one case file. The document owns text and history; the editor mirrors them. */
export function createSourceEditor(parent: HTMLElement, text: string, host: SourceHost): SourceEditor {
  const wrapping = new Compartment();
  const known: Known = { text, map: createTextMap(text), checked: undefined };
  const view = new EditorView({
    parent,
    doc: editorText(text),
    extensions: [
      Prec.high(keymap.of(problemKeys(known, host))),
      wrapping.of([]),
      EditorState.readOnly.of(host.readOnly),
      EditorView.contentAttributes.of({ 'aria-label': `Text of ${host.suiteKey}`, spellcheck: 'false', tabindex: '0' }),
      EditorView.updateListener.of((update) => tellHost(update, known, host)),
      keymap.of(historyKeys(host)),
      sourceExtensions(),
      host.readOnly ? [] : caseWords(host.names),
    ],
  });
  return {
    view,
    show: (next) => mirror(view, known, next),
    showChecked(checked) {
      known.checked = checked;
      if (checked.text !== known.text) return;
      const { map } = known;
      const ranges = checked.cases.map(({ from, to }) => ({ from: map.toEditor(from), to: map.toEditor(to) }));
      view.dispatch({ effects: setCaseRanges.of(ranges) });
      markProblems(view, { checked, map, applyFix: host.readOnly ? undefined : host.fix });
    },
    reveal({ from, to }) {
      const [start, end] = [known.map.toEditor(from), known.map.toEditor(to)];
      const { head } = view.state.selection.main;
      if (head >= start && head <= end) return;
      select(view, start);
    },
    goTo(problem) {
      select(view, known.map.toEditor(problem.from));
      view.focus();
      offerAt(view, { host, problems: [problem], further: [], focus: 'editor' });
    },
    wrap: (lines) => view.dispatch({ effects: wrapping.reconfigure(lines ? EditorView.lineWrapping : []) }),
  };
}

/** The text of the document as the editor has it, and what was last found in it. */
type Known = { text: string; map: TextMap; checked: CheckedDocument | undefined };

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
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...ownDefaults()]),
    sourceTheme,
  ];
}

/** Ctrl-Enter runs the case. */
function ownDefaults(): readonly KeyBinding[] {
  return defaultKeymap.filter(({ key }) => key !== 'Mod-Enter');
}

function tellHost(update: ViewUpdate, known: Known, host: SourceHost): void {
  const isOwn = !update.transactions.some((transaction) => transaction.annotation(mirrored) === true);
  if (update.docChanged && isOwn) {
    const edits: TextEdit[] = [];
    update.changes.iterChanges((from, to, _from, _to, inserted) => {
      const insert = inserted.toString().replaceAll('\n', known.map.lineEnd);
      edits.push({ from: known.map.toText(from), to: known.map.toText(to), insert });
    });
    known.text = applyEdits(known.text, edits);
    known.map = createTextMap(known.text);
    host.type(edits);
  }
  if (isOwn && update.selectionSet && !update.docChanged) visitCase(known, host, update.state.selection.main.head);
}

function visitCase({ checked, text, map }: Known, host: SourceHost, position: number): void {
  if (checked?.text !== text) return;
  const offset = map.toText(position);
  const found = checked.cases.findLast(({ from }) => from <= offset);
  if (found !== undefined && found.id !== '' && offset <= found.to) host.visit(found.id);
}

function mirror(view: EditorView, known: Known, next: string): void {
  const edit = editBetween(known.text, next);
  if (edit === undefined) return;
  const { from, to, insert } = withWholeLineEnds(known.text, edit);
  const changes = { from: known.map.toEditor(from), to: known.map.toEditor(to), insert: editorText(insert) };
  known.text = next;
  known.map = createTextMap(next);
  const anchor = known.map.toEditor(from + insert.length);
  view.dispatch({ changes, selection: { anchor }, scrollIntoView: true, annotations: mirrored.of(true) });
}

/** The editor has one character for a line end of two, so no edit begins or ends between them. */
function withWholeLineEnds(text: string, { from, to, insert }: TextEdit): TextEdit {
  const starts = text[from - 1] === '\r';
  const ends = text[to] === '\n' && (text[to - 1] === '\r' || insert.endsWith('\r'));
  return {
    from: starts ? from - 1 : from,
    to: ends ? to + 1 : to,
    insert: `${starts ? '\r' : ''}${insert}${ends ? '\n' : ''}`,
  };
}

function select(view: EditorView, position: number): void {
  const anchor = Math.min(position, view.state.doc.length);
  view.dispatch({
    selection: { anchor },
    effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
    annotations: mirrored.of(true),
  });
}

function historyKeys({ undo, redo }: SourceHost) {
  const done = (action: () => void) => () => {
    action();
    return true;
  };
  return [
    { key: 'Mod-z', run: done(undo), preventDefault: true },
    { key: 'Mod-y', mac: 'Mod-Shift-z', run: done(redo), preventDefault: true },
    { key: 'Mod-Shift-z', run: done(redo), preventDefault: true },
  ];
}

function problemKeys(known: Known, host: SourceHost) {
  return [
    { key: 'F8', run: (view: EditorView) => step(view, known, { host, by: 1 }) },
    { key: 'Shift-F8', run: (view: EditorView) => step(view, known, { host, by: -1 }) },
    { key: 'Mod-.', run: (view: EditorView) => offerHere(view, known, host) },
    { key: 'Escape', run: closeOffer },
  ];
}

/** To the next problem behind the cursor, and from the last to the first. */
function step(view: EditorView, known: Known, { host, by }: { host: SourceHost; by: 1 | -1 }): boolean {
  const problems = known.checked?.text === known.text ? known.checked.problems : [];
  const here = known.map.toText(view.state.selection.main.head);
  const next =
    by === 1
      ? (problems.find(({ from }) => from > here) ?? problems[0])
      : (problems.findLast(({ from }) => from < here) ?? problems.at(-1));
  if (next === undefined) return true;
  select(view, known.map.toEditor(next.from));
  visitCase(known, host, known.map.toEditor(next.from));
  offerAt(view, { host, problems: [next], further: [], focus: 'editor' });
  return true;
}

/** What mends the problems that the cursor is in, or else in its line; without any, what can be written better. */
function offerHere(view: EditorView, known: Known, host: SourceHost): boolean {
  if (host.readOnly || known.checked?.text !== known.text) return true;
  const { head } = view.state.selection.main;
  const line = view.state.doc.lineAt(head);
  const here = known.map.toText(head);
  const [start, end] = [known.map.toText(line.from), known.map.toText(line.to)];
  const inLine = known.checked.problems.filter(({ from, to }) => from <= end && to >= start);
  const inPlace = inLine.filter(({ from, to }) => from <= here && here <= to);
  const found = known.checked.cases.findLast(({ from }) => from <= end);
  const further = found === undefined || found.to < start ? [] : refactoringsOf(known.text, found);
  offerAt(view, { host, problems: inPlace.length > 0 ? inPlace : inLine, further, focus: 'fixes' });
  return true;
}

type Offered = {
  host: SourceHost;
  problems: readonly DocumentProblem[];
  further: readonly QuickFix[];
  focus: 'editor' | 'fixes';
};

function offerAt(view: EditorView, { host, problems, further, focus }: Offered): void {
  const position = view.state.selection.main.head;
  const fixes = host.readOnly ? [] : [...problems.flatMap((problem) => problem.fixes), ...further];
  const messages = problems.map(messageOf);
  if (messages.length === 0 && fixes.length === 0) messages.push('Nothing to fix here.');
  showOffer(view, { position, messages, fixes, applyFix: host.fix }, fixes.length === 0 ? 'editor' : focus);
}
