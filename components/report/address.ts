/** The part of the address after `#`: the case to open, the filter, the chosen status. */
export type ReportAddress = { [Name in 'case' | 'suite' | 'q' | 'status']?: string | undefined };

export function currentAddress(): ReportAddress {
  return parseAddress(location.hash);
}

export function parseAddress(hash: string): ReportAddress {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const address: ReportAddress = {};
  for (const name of ['case', 'suite', 'q', 'status'] as const) {
    const value = words.get(name);
    if (value !== null && value !== '') address[name] = value;
  }
  return address;
}

export function hashOf(address: ReportAddress): string {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(address)) if (value !== undefined && value !== '') words.set(name, value);
  return words.size === 0 ? '' : `#${words.toString()}`;
}

/** Changes the address without a step in the browser's history. */
export function showAddress(address: ReportAddress): void {
  history.replaceState(null, '', hashOf(address) || location.pathname + location.search);
}
