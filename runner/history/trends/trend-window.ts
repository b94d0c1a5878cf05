export const trendWindows = ['20', '50', '100', '500', '7d', '30d', '90d', 'all'] as const;
/** The last n runs, or the runs of the last n days. */
export type TrendWindow = (typeof trendWindows)[number];

/** The value that means "every suite", in place of a suite key. */
export const EVERY_SUITE = '*';

/** Values of the connector choice: all connectors, or runs whose connector is unknown. */
export const EVERY_CONNECTOR = '*';
export const NO_CONNECTOR = '-';

/** Values of the simulator choice: all simulators, or runs whose users were rule-based. */
export const EVERY_SIMULATOR = '*';
export const RULE_BASED_SIMULATOR = '-';

/** Returns the value that stands for a connector in a URL. */
export function connectorKey(connector: string | null | undefined): string {
  return connector ?? NO_CONNECTOR;
}
