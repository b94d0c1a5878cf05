'use client';

import { createContext } from 'react';
import type { AttemptPlace } from '@/lib/queries';

/** The attempt whose texts are shown; long ones are asked for there. */
export const AttemptPlaceContext = createContext<AttemptPlace | undefined>(undefined);
