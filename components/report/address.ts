const names = ['case', 'suite', 'turn', 'q', 'status'] as const;

/** The part of the address after `#`: the case to open and its turn, the filter, the chosen status. */
export type ReportAddress = { [Name in (typeof names)[number]]?: string | undefined };

/** A file of one conversation says itself where it opens. */
export function currentAddress(): ReportAddress {
  return parseAddress(location.hash || (document.documentElement.dataset.open ?? ''));
}

export function parseAddress(hash: string): ReportAddress {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const address: ReportAddress = {};
  for (const name of names) {
    const value = words.get(name);
    if (value !== null && value !== '') address[name] = value;
  }
  return address;
}

export function toHash(address: ReportAddress): string {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(address)) if (value !== undefined && value !== '') words.set(name, value);
  return words.size === 0 ? '' : `#${words.toString()}`;
}

/** Changes the address without a step in the browser's history. */
export function showAddress(address: ReportAddress): void {
  history.replaceState(null, '', toHash(address) || location.pathname + location.search);
}
