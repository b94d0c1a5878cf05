import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { CheckedDocument, DocumentProblem, QuickFix } from '@/runner/authoring';
import { formatProblemMessage } from '../checks/problem-message';
import type { EditorOffsets } from './editor-offsets';

/**
 * The maximum number of problems that are marked, because more marks would slow down typing. If there are more, only
 * those in and near the visible range are marked.
 */
const MAX_MARKS = 500;

export type ApplyFix = (fix: QuickFix) => void;

/** Underlines problems, marks their lines in the gutter and shows messages on hover. */
export function createProblemMarks(): Extension {
  return lintGutter();
}

type ProblemMarkOptions = { checked: CheckedDocument; map: EditorOffsets; applyFix: ApplyFix | undefined };

export function markProblems(view: EditorView, { checked, map, applyFix }: ProblemMarkOptions): void {
  const documentLength = view.state.doc.length;
  const marks = selectProblemsAround(checked.problems, map.toText(view.viewport.from)).map((problem): Diagnostic => {
    const from = Math.min(map.toEditor(problem.from), documentLength);
    const to = Math.max(from, Math.min(map.toEditor(problem.to), documentLength));
    const { severity } = problem;
    const actions = applyFix === undefined ? [] : problem.fixes.map(toLintAction(applyFix));
    return { from, to, severity, message: formatProblemMessage(problem), actions };
  });
  view.dispatch(setDiagnostics(view.state, marks));
}

/** Returns true if only some of the problems are marked, so that the marks must be updated on scrolling. */
export function hasUnmarkedProblems({ problems }: CheckedDocument): boolean {
  return problems.length > MAX_MARKS;
}

function selectProblemsAround(problems: readonly DocumentProblem[], offset: number): readonly DocumentProblem[] {
  const next = problems.findIndex(({ from }) => from >= offset);
  const start = Math.max(
    0,
    Math.min((next === -1 ? problems.length : next) - MAX_MARKS / 2, problems.length - MAX_MARKS),
  );
  return problems.slice(start, start + MAX_MARKS);
}

function toLintAction(applyFix: ApplyFix): (fix: QuickFix) => NonNullable<Diagnostic['actions']>[number] {
  return (fix) => ({ name: fix.title, apply: () => applyFix(fix) });
}
