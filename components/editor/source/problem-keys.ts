import type { EditorView, KeyBinding } from '@codemirror/view';
import { type DocumentProblem, listRefactorings, type QuickFix } from '@/runner/authoring';
import { formatProblemMessage } from '../checks/problem-message';
import { closeQuickFixTooltip, openQuickFixTooltip } from './problem-tooltip';
import {
  reportCaseAtCursor,
  runAfterCheck,
  type SourceEditorHost,
  type SourceEditorState,
  selectRange,
} from './source-host';

/** Key bindings that move between problems and open the list of their fixes. */
export function createProblemKeyBindings(sourceState: SourceEditorState, host: SourceEditorHost): KeyBinding[] {
  return [
    { key: 'F8', run: createCommandAfterCheck((view) => stepToProblem(view, sourceState, { host, by: 1 })) },
    { key: 'Shift-F8', run: createCommandAfterCheck((view) => stepToProblem(view, sourceState, { host, by: -1 })) },
    { key: 'Mod-.', run: createCommandAfterCheck((view) => showQuickFixes(view, sourceState, host)) },
    { key: 'Escape', run: closeQuickFixTooltip },
  ];

  function createCommandAfterCheck(action: (view: EditorView) => void): (view: EditorView) => boolean {
    return (view) => {
      runAfterCheck(sourceState, () => action(view));
      return true;
    };
  }
}

/** Moves the cursor to the next or previous problem; after the last one, continues at the first one. */
function stepToProblem(
  view: EditorView,
  sourceState: SourceEditorState,
  { host, by }: { host: SourceEditorHost; by: 1 | -1 },
): void {
  const problems = sourceState.checked?.problems ?? [];
  const cursorOffset = sourceState.map.toText(view.state.selection.main.head);
  const next =
    by === 1
      ? (problems.find(({ from }) => from > cursorOffset) ?? problems[0])
      : (problems.findLast(({ from }) => from < cursorOffset) ?? problems.at(-1));
  if (next === undefined) return;
  selectRange(view, sourceState.map.toEditor(next.from));
  reportCaseAtCursor(sourceState, host, sourceState.map.toEditor(next.from));
  showQuickFixTooltip(view, { host, problems: [next], furtherFixes: [], focus: 'editor' });
}

/**
 * Shows a tooltip with the fixes for the problems at the cursor, otherwise for those in its line, and with possible
 * improvements of the case.
 */
function showQuickFixes(view: EditorView, sourceState: SourceEditorState, host: SourceEditorHost): void {
  if (host.readOnly || sourceState.checked === undefined) return;
  const { head } = view.state.selection.main;
  const line = view.state.doc.lineAt(head);
  const cursorOffset = sourceState.map.toText(head);
  const [start, end] = [sourceState.map.toText(line.from), sourceState.map.toText(line.to)];
  const inLine = sourceState.checked.problems.filter(({ from, to }) => from <= end && to >= start);
  const inPlace = inLine.filter(({ from, to }) => from <= cursorOffset && cursorOffset <= to);
  const currentCase = sourceState.checked.cases.findLast(({ from }) => from <= end);
  const furtherFixes =
    currentCase === undefined || currentCase.to < start ? [] : listRefactorings(sourceState.text, currentCase);
  showQuickFixTooltip(view, {
    host,
    problems: inPlace.length > 0 ? inPlace : inLine,
    furtherFixes,
    focus: 'fixes',
  });
}

type QuickFixTooltipOptions = {
  host: SourceEditorHost;
  problems: readonly DocumentProblem[];
  furtherFixes: readonly QuickFix[];
  focus: 'editor' | 'fixes';
};

/** Shows the problems at the cursor and offers their fixes. */
export function showQuickFixTooltip(
  view: EditorView,
  { host, problems, furtherFixes, focus }: QuickFixTooltipOptions,
): void {
  const position = view.state.selection.main.head;
  const fixes = host.readOnly ? [] : [...problems.flatMap((problem) => problem.fixes), ...furtherFixes];
  const messages = problems.map(formatProblemMessage);
  if (messages.length === 0 && fixes.length === 0) messages.push('Nothing to fix here.');
  openQuickFixTooltip(view, { position, messages, fixes, applyFix: host.fix }, fixes.length === 0 ? 'editor' : focus);
}
