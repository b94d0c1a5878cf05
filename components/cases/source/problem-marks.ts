import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { CheckedDocument, DocumentProblem, QuickFix } from '@/runner/authoring';
import type { TextMap } from './text-map';

/** More marks help nobody and cost time at every key; the list of problems has all. */
const MOST_MARKS = 2_000;

export type ApplyFix = (fix: QuickFix) => void;

/** Lines under problems, signs beside their lines, and their messages under the pointer. */
export function problemMarks(): Extension {
  return lintGutter();
}

type Marked = { checked: CheckedDocument; map: TextMap; applyFix: ApplyFix | undefined };

export function markProblems(view: EditorView, { checked, map, applyFix }: Marked): void {
  const most = view.state.doc.length;
  const marks = checked.problems.slice(0, MOST_MARKS).map((problem): Diagnostic => {
    const from = Math.min(map.toEditor(problem.from), most);
    const to = Math.max(from, Math.min(map.toEditor(problem.to), most));
    const { severity } = problem;
    const actions = applyFix === undefined ? [] : problem.fixes.map(actionOf(applyFix));
    return { from, to, severity, message: messageOf(problem), actions };
  });
  view.dispatch(setDiagnostics(view.state, marks));
}

export function messageOf({ message, suggestion }: Pick<DocumentProblem, 'message' | 'suggestion'>): string {
  return suggestion === undefined ? message : `${message} (did you mean "${suggestion}"?)`;
}

function actionOf(applyFix: ApplyFix): (fix: QuickFix) => NonNullable<Diagnostic['actions']>[number] {
  return (fix) => ({ name: fix.title, apply: () => applyFix(fix) });
}
