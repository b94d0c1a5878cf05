import { createContext } from 'react';
import type { DiagnosedTurn } from '@/runner/verdict';

export const DiagnosedTurnContext = createContext<DiagnosedTurn | undefined>(undefined);
