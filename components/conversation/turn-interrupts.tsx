import dynamic from 'next/dynamic';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import type { TurnView } from './conversation-model';

const InterruptCard = lazyComponent(dynamic(() => loadExport(() => import('./interrupt-card'), 'InterruptCard')));

/**
 * Shows the questions with which the agent interrupted a turn: either those that were answered within the turn, or
 * those that the user answers later.
 */
export function TurnInterrupts({ view, answered }: { view: TurnView; answered: 'in the turn' | 'by the user' }) {
  return view.interrupts.map((interrupt, position) =>
    (interrupt.answeredBy === undefined) === (answered === 'by the user') ? (
      <InterruptCard key={position} interrupt={interrupt} part={`turn ${view.turn} interrupt ${position}`} />
    ) : null,
  );
}
