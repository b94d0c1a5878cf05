import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import type { AttemptAddress } from '@/lib/queries';
import type { PhraseExpectation } from '@/runner/authoring';
import { type AttemptState, parseSuiteKey } from '@/runner/fold';
import { expectationLabels } from './expectation-labels';
import { findMarkdownSource } from './find-markdown-source';

const PhraseRuleDialog = lazyComponent(
  dynamic(() => loadExport(() => import('./phrase-rule-dialog'), 'PhraseRuleDialog')),
);

const MAX_CHARACTERS = 500;
const MENU_PX = 260;

type TextSelection = { words: string; turn: number; left: number; top: number };

/** A button that makes a rule from the words that are selected in an agent's answer. */
export function SelectedTextButton({
  attemptAddress,
  attempt,
}: {
  attemptAddress: AttemptAddress;
  attempt: AttemptState;
}) {
  const [selected, setSelected] = useState<TextSelection>();
  const [request, setAsked] = useState<{ words: string; expectation: PhraseExpectation }>();
  useEffect(() => {
    const updateSelection = () => setSelected(getSelectedAnswerText());
    // Handles a selection that was made before this component loaded.
    updateSelection();
    document.addEventListener('selectionchange', updateSelection);
    return () => document.removeEventListener('selectionchange', updateSelection);
  }, []);
  const { file } = parseSuiteKey(attemptAddress.suiteKey);
  if (!file.endsWith('.jsonl')) return null;
  return (
    <>
      {selected !== undefined && request === undefined && (
        <div
          role="toolbar"
          aria-label="A rule for the selected words"
          style={{ left: selected.left, top: selected.top }}
          className="fixed z-30 flex gap-1 rounded-md border bg-raised p-1 shadow-raised"
        >
          {(['must', 'never'] as const).map((expectation) => (
            <Button
              key={expectation}
              size="sm"
              // Keeps the selection when the button is pressed. Otherwise the browser would clear it, and the button
              // would disappear.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() =>
                setAsked({
                  words: findMarkdownSource(findAnswerText(attempt, selected.turn), selected.words),
                  expectation,
                })
              }
            >
              {expectationLabels[expectation]}
            </Button>
          ))}
        </div>
      )}
      {request !== undefined && (
        <PhraseRuleDialog
          {...request}
          attemptAddress={attemptAddress}
          file={file}
          onClose={() => {
            setAsked(undefined);
            setSelected(undefined);
          }}
        />
      )}
    </>
  );
}

/** Returns the selection if it is within one answer of the agent. */
function getSelectedAnswerText(): TextSelection | undefined {
  const selection = document.getSelection();
  const words = selection?.toString().trim() ?? '';
  if (selection === null || selection.rangeCount === 0 || words === '' || words.length > MAX_CHARACTERS)
    return undefined;
  const range = selection.getRangeAt(0);
  const turn = findTurnOfNode(range.startContainer);
  if (turn === undefined) return undefined;
  const { left, bottom } = range.getBoundingClientRect();
  return {
    words,
    turn,
    left: Math.max(8, Math.min(left, window.innerWidth - MENU_PX)),
    top: Math.min(bottom + 6, window.innerHeight - 48),
  };
}

/** Returns the turn whose answer contains a node. */
function findTurnOfNode(node: Node): number | undefined {
  const element = node instanceof Element ? node : node.parentElement;
  const partName = element?.closest('[data-part]')?.getAttribute('data-part') ?? '';
  const turn = /^turn (\d+) agent$/.exec(partName)?.[1];
  return turn === undefined ? undefined : Number(turn);
}

function findAnswerText({ turns }: AttemptState, turn: number): string {
  return turns.find((each) => each.turn === turn)?.response?.content ?? '';
}
