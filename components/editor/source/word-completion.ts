import { autocompletion, type CompletionResult, startCompletion } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { type EditorView, hoverTooltip } from '@codemirror/view';
import {
  type AutocompleteNames,
  type CaseCompletion,
  createCaseSchema,
  explainAtOffset,
  findCompletionsAt,
} from '@/runner/authoring';
import { findCaseAtCursor } from './case-ranges';

/**
 * The maximum length in characters of a case in which words are completed. The case is parsed at each key press, which
 * would take too long for longer cases.
 */
const MAX_COMPLETED_CASE_LENGTH = 200_000;
const MAX_WORD_LENGTH = 1_000;

/** Completes the word at the cursor, and explains the word under the pointer. */
export function createWordCompletion(namesNow: () => AutocompleteNames): Extension {
  const schema = createCaseSchema();
  return [
    autocompletion({
      icons: false,
      // Lets the user accept a completion as soon as the list appears; by default, CodeMirror ignores keys for a
      // moment.
      interactionDelay: 0,
      override: [
        ({ state, pos, explicit }): CompletionResult | null => {
          const { from: start, to: end } = findCaseAtCursor(state, pos);
          if (end - start > MAX_COMPLETED_CASE_LENGTH) return null;
          const source = state.sliceDoc(start, end);
          const completions = findCompletionsAt({ source, offset: pos - start, schema, names: namesNow() });
          if (completions === undefined || (!explicit && !shouldOpenCompletion(source, pos - start))) return null;
          return {
            from: start + completions.wordFrom,
            options: completions.options.map((option, index) => ({
              // Lists the completions in the order of the documentation instead of alphabetically.
              boost: Math.max(-99, -index),
              label: option.label,
              detail: option.detail,
              info: option.info,
              apply: (view: EditorView) => acceptCompletion(view, option, start + completions.from),
            })),
            filter: true,
            validFor: /^[\w$.[\]-]*$/,
          };
        },
      ],
    }),
    hoverTooltip(
      (view, pos) => {
        const { from, to } = findCaseAtCursor(view.state, pos);
        if (to - from > MAX_COMPLETED_CASE_LENGTH) return null;
        const explanation = explainAtOffset({ source: view.state.sliceDoc(from, to), offset: pos - from, schema });
        if (explanation === undefined) return null;
        return {
          pos: from + explanation.from,
          end: from + explanation.to,
          above: true,
          create: () => ({ dom: createCompletionHint(explanation.text) }),
        };
      },
      { hideOnChange: true },
    ),
  ];
}

/** Returns true if the list opens automatically: only after a quote or a character of a word. */
function shouldOpenCompletion(source: string, offset: number): boolean {
  return /["\w$.[\]-]/.test(source[offset - 1] ?? '');
}

/** Replaces the typed word by a completion, including characters that were typed after the list opened. */
function acceptCompletion(view: EditorView, { insert, cursor }: CaseCompletion, from: number): void {
  const { head } = view.state.selection.main;
  const to = head + wordLengthAfterCursor(view, from, head);
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + cursor },
    userEvent: 'input.complete',
    scrollIntoView: true,
  });
  if (cursor < insert.length) startCompletion(view);
}

/** Returns the number of characters after the cursor that belong to the word at `from`. */
function wordLengthAfterCursor({ state }: EditorView, from: number, cursor: number): number {
  const behind = state.sliceDoc(cursor, Math.min(cursor + MAX_WORD_LENGTH, state.doc.lineAt(cursor).to));
  const wordEnd = state.sliceDoc(from, from + 1) === '"' ? /^[\w$.[\]-]*"/ : /^[\w-]+/;
  return wordEnd.exec(behind)?.[0].length ?? 0;
}

function createCompletionHint(text: string): HTMLElement {
  const dom = document.createElement('p');
  dom.className = 'cm-diagnostic';
  dom.textContent = text;
  return dom;
}
