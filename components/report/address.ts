const addressParameterNames = ['case', 'suite', 'turn', 'q', 'status'] as const;

/** The contents of the URL fragment: the open case and its turn, the filter, and the selected status. */
export type ReportAddress = { [Name in (typeof addressParameterNames)[number]]?: string | undefined };

/**
 * Reads the address from the URL fragment. A report of a single conversation has no fragment; it has its address in the
 * attribute `data-open`.
 */
export function getCurrentReportAddress(): ReportAddress {
  return parseReportAddress(location.hash || (document.documentElement.dataset.open ?? ''));
}

export function parseReportAddress(hash: string): ReportAddress {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const address: ReportAddress = {};
  for (const name of addressParameterNames) {
    const value = words.get(name);
    if (value !== null && value !== '') address[name] = value;
  }
  return address;
}

export function toUrlHash(address: ReportAddress): string {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(address)) if (value !== undefined && value !== '') words.set(name, value);
  return words.size === 0 ? '' : `#${words.toString()}`;
}

/** Replaces the URL without adding an entry to the browser's history. */
export function writeAddressToUrl(address: ReportAddress): void {
  history.replaceState(null, '', toUrlHash(address) || location.pathname + location.search);
}
