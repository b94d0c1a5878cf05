import { tryParseJson } from '../../values/index.ts';

export function normalizeCaseAndSpaces(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

export function replaceMessage(text: string, message: string): string {
  return normalizeCaseAndSpaces(text).replaceAll(normalizeCaseAndSpaces(message), '…');
}

/** Removes ids, times and counters, so that texts that differ only in these become equal. */
export function replaceNumbers(text: string): string {
  return normalizeCaseAndSpaces(text)
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{20,}\b/g, '#')
    .replaceAll(/\b(?=[\w-]*\d)[\w-]{6,}\b/g, '#')
    .replaceAll(/\d+(?:[.:,]\d+)*/g, '#')
    .replaceAll(/\b(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w{0,6}\b/g, '#');
}

export function isUrlOrPathOrEmail(text: string): boolean {
  return /^\s*(?:[a-z][a-z0-9+.-]*:\/\/\S+|\/[\w./{}?=&%-]+|[\w.+-]+@[\w-]+\.\S+)\s*$/i.test(text);
}

/** True for a single word with digits, dots or dashes, and for a date. */
export function isIdentifierOrDate(text: string): boolean {
  const trimmed = text.trim();
  if (/\s/.test(trimmed)) return !Number.isNaN(Date.parse(trimmed)) && /\d/.test(trimmed) && trimmed.length < 45;
  return /^[\d.,:+-]+%?$/.test(trimmed) || (/\d/.test(trimmed) && /^[\w.:+/=-]{6,}$/.test(trimmed));
}

export function looksLikeEventData(text: string): boolean {
  if (/^(?:data|event): ?\S/m.test(text) || /\n(?:data|event|id|retry):/.test(text)) return true;
  return /^\s*[[{]/.test(text) && typeof tryParseJson(text) === 'object';
}

export function isErrorText(text: string): boolean {
  return (
    /^\W*(?:(?:an? )?(?:internal |server |unknown |unexpected )*(?:error|exception)\b|traceback|bad request|unauthori[sz]ed|forbidden|not found|invalid|unsupported|missing|(?:method )?not allowed|unprocessable|too many requests|rate limit|service unavailable|failed to|cannot (?:get|post|read)|validation)/i.test(
      text,
    ) ||
    /^\W*\w+(?: \w+)? (?:is|are) (?:required|missing)\W*$|\b(?:field|parameter|property|key|body) .{0,40}(?:required|missing)/i.test(
      text,
    )
  );
}

export function isAcknowledgement(text: string): boolean {
  return /\b(?:received|accepted|queued|enqueued|submitted|scheduled|processing|in progress|will be|has been|was started|acknowledged|got your)\b/i.test(
    text,
  );
}
