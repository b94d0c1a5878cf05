/** True in `npm run test:all`, which checks both themes and keeps animations on. */
export const isThorough = process.env.TURNTREE_BROWSER_THOROUGH === '1';

/** The themes to test: both in thorough tests, otherwise only one, because themes change nothing but colours. */
export const colorSchemes: readonly ('light' | 'dark')[] = isThorough ? ['light', 'dark'] : ['light'];
