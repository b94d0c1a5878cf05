export const trendWindows = ['20', '50', '100', '500', '7d', '30d', '90d', 'all'] as const;
/** The last so many runs, or those of the last days. */
export type TrendWindow = (typeof trendWindows)[number];

/** Stands for every suite where a suite may be named. */
export const EVERY_SUITE = '*';

/** Stands for every connector, and for runs of which nobody knows it, where a connector may be named. */
export const EVERY_CONNECTOR = '*';
export const NO_CONNECTOR = '-';

/** The name of a connector in an address. */
export function connectorKey(connector: string | null | undefined): string {
  return connector ?? NO_CONNECTOR;
}
