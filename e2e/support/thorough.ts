/** `npm run test:all` looks at everything in both themes, with all that moves. */
export const isThorough = process.env.TURNTREE_BROWSER_THOROUGH === '1';

/** Themes change colours alone: a part that is the same in both passes in one of them first. */
export const colorSchemes: readonly ('light' | 'dark')[] = isThorough ? ['light', 'dark'] : ['light'];
