import { autocompletion, type CompletionResult, startCompletion } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { type EditorView, hoverTooltip } from '@codemirror/view';
import { type Completion, completionsAt, createCaseSchema, explainPlace, type NamesForCases } from '@/runner/authoring';
import { caseAround } from './case-ranges';

/** Longer cases would be parsed again at every key. */
const LONGEST = 200_000;

/** What fits where the cursor is, and what stands under the pointer means. */
export function caseWords(namesNow: () => NamesForCases): Extension {
  const schema = createCaseSchema();
  return [
    autocompletion({
      icons: false,
      override: [
        ({ state, pos, explicit }): CompletionResult | null => {
          const { from: start, to: end } = caseAround(state, pos);
          if (end - start > LONGEST) return null;
          const source = state.sliceDoc(start, end);
          const found = completionsAt({ source, offset: pos - start, schema, names: namesNow() });
          if (found === undefined || (!explicit && !isWriting(source, pos - start))) return null;
          const place = { from: start + found.from, to: start + found.to };
          return {
            from: start + found.wordFrom,
            to: Math.max(pos, place.to - (source[found.to - 1] === '"' && found.to > pos - start ? 1 : 0)),
            options: found.options.map((option) => ({
              ...{ label: option.label, detail: option.detail, info: option.info },
              apply: (view: EditorView) => take(view, option, place),
            })),
            filter: true,
            validFor: /^[\w$.[\]-]*$/,
          };
        },
      ],
    }),
    hoverTooltip((view, pos) => {
      const { from, to } = caseAround(view.state, pos);
      if (to - from > LONGEST) return null;
      const found = explainPlace({ source: view.state.sliceDoc(from, to), offset: pos - from, schema });
      if (found === undefined) return null;
      return {
        pos: from + found.from,
        end: from + found.to,
        above: true,
        create: () => ({ dom: wordsIn(found.text) }),
      };
    }),
  ];
}

/** Without being asked, only inside of quotes that were just opened or written in. */
function isWriting(source: string, offset: number): boolean {
  return /["\w$.[\]-]/.test(source[offset - 1] ?? '');
}

type Place = { from: number; to: number };

/** What was typed since the list opened has made the place longer. */
function take(view: EditorView, { insert, cursor }: Completion, { from, to }: Place): void {
  const { head } = view.state.selection.main;
  const isClosed = view.state.sliceDoc(head, head + 1) === '"' && insert.startsWith('"');
  const end = Math.max(head + (isClosed ? 1 : 0), Math.min(to, head));
  view.dispatch({
    changes: { from, to: Math.max(end, lastOfWord(view, head)), insert },
    selection: { anchor: from + cursor },
    userEvent: 'input.complete',
    scrollIntoView: true,
  });
  if (cursor < insert.length) startCompletion(view);
}

/** The rest of the text in quotes that the cursor is in. */
function lastOfWord(view: EditorView, head: number): number {
  const rest = /^[\w$.[\]-]*"?/.exec(view.state.sliceDoc(head, view.state.doc.lineAt(head).to))?.[0] ?? '';
  return head + (rest.endsWith('"') ? rest.length : 0);
}

function wordsIn(text: string): HTMLElement {
  const dom = document.createElement('p');
  dom.className = 'cm-diagnostic';
  dom.textContent = text;
  return dom;
}
