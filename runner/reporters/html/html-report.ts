import { createHash } from 'node:crypto';
import type { CaseRow, RunState } from '../../fold/index.ts';
import { type ResultReader, readReportedCases } from '../reported-cases.ts';
import { escapeXmlText } from '../xml-text.ts';
import { compressPageAssets, unpackPageSource } from './packed-page.ts';
import { loadPageAssets, type PageAssets } from './page-assets.ts';
import { addLastPassingResult, type PageResult, toPageResult, toPageRow, toPageRun } from './page-data.ts';
import { reduceUntilPageFits } from './reduce-until-page-fits.ts';

/** The case, and the turn in it, at which the page opens. */
export type InitialSelection = { case?: string | undefined; turn?: number | undefined };

/** URLs of a page's separate files: its script, its style, and its home page. */
export type PageLinks = { script: string; style: string; home: string };

type HtmlReportOptions = { assets?: PageAssets; open?: InitialSelection | undefined; links?: PageLinks | undefined };

/**
 * A run as one self-contained page, in pieces. Its data are JSON in elements that browsers do not execute: the run,
 * one line for each row of the list, and one line for each case with all its attempts, which the page parses when the
 * case is opened.
 */
export function* buildHtmlReport(
  state: RunState,
  resultsOf: ResultReader,
  { assets, open = {}, links }: HtmlReportOptions = {},
): Generator<string> {
  const packed = links === undefined ? (assets ?? loadPageAssets()) : undefined;
  const pack = packed && compressPageAssets(packed);
  const alone = open.case !== undefined && state.rows.length === 1 ? state.rows[0] : undefined;
  const room = pack === undefined ? Number.POSITIVE_INFINITY : MAX_DATA_BYTES - pack.text.length;
  const fitted =
    alone &&
    reduceUntilPageFits(
      collectPageResults(alone, state, resultsOf, 'with the last passing'),
      (results) => getByteLength(results) <= room,
    );
  const run = { ...toPageRun(state), ...(fitted && { isOneCase: true, missing: fitted.missing }) };
  const name = state.rows.find(({ id }) => id === open.case)?.name ?? open.case ?? '';
  const title = [name, run.input].filter((part) => part !== '').join(' · ');
  yield formatHeadElement({ title: title === '' ? run.runId : title, open: toReportUrlFragment(open), packed, links });
  yield formatDataElementStart('run');
  yield formatEmbeddedJson(run);
  yield DATA_ELEMENT_END;
  yield formatDataElementStart('rows');
  for (const row of state.rows) yield `${formatEmbeddedJson(toPageRow(row))}\n`;
  yield DATA_ELEMENT_END;
  yield formatDataElementStart('cases');
  if (fitted !== undefined) yield formatEmbeddedJson(fitted.results);
  else for (const row of state.rows) yield `${formatEmbeddedJson(collectPageResults(row, state, resultsOf))}\n`;
  yield DATA_ELEMENT_END;
  if (pack !== undefined)
    yield `<script type="text/plain" id="page" data-bytes="${pack.bytes}">${pack.text}</script>\n`;
  yield '</body>\n</html>\n';
}

/**
 * The maximum size in bytes of a page of one conversation without its script and style. With these, the page should
 * have at most 200 KB.
 */
const MAX_DATA_BYTES = 194_000;

function getByteLength(value: unknown): number {
  return Buffer.byteLength(formatEmbeddedJson(value));
}

/** Collects the attempts of a case; for the page of a single case, also its last passing attempt. */
function collectPageResults(
  row: CaseRow,
  state: RunState,
  resultsOf: ResultReader,
  past?: 'with the last passing',
): PageResult[] {
  return [...readReportedCases([row], resultsOf)].flatMap(({ attempts }) =>
    attempts.map((result) => {
      const page = toPageResult(result, row, state);
      return past === undefined ? page : addLastPassingResult(page, row, state);
    }),
  );
}

/** Returns the initial position in the format of a URL fragment; an actual fragment (after `#`) takes precedence. */
function toReportUrlFragment({ case: id, turn }: InitialSelection): string {
  if (id === undefined) return '';
  return new URLSearchParams({ case: id, ...(turn === undefined ? {} : { turn: String(turn) }) }).toString();
}

const DATA_ELEMENT_END = '</script>\n';

function formatDataElementStart(id: string): string {
  return `<script type="application/json" id="${id}">`;
}

type HeadElementParts = { title: string; open: string; packed: PageAssets | undefined; links: PageLinks | undefined };

function formatHeadElement({ title, open, packed, links }: HeadElementParts): string {
  const own = "'self'";
  const policy = [
    "default-src 'none'",
    `script-src ${packed === undefined ? own : `${toCspSource(unpackPageSource)} ${toCspSource(packed.script)}`}`,
    `style-src ${packed === undefined ? own : toCspSource(packed.style)}`,
    // Allows images and sounds that belong to the messages.
    'img-src data:',
    'media-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en"${open === '' ? '' : ` data-open="${escapeXmlText(open)}"`}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeXmlText(title)} · Turntree</title>
${links === undefined ? `<script>${unpackPageSource}</script>` : formatLinkElements(links)}
</head>
<body>
${links === undefined ? '' : `<nav class="px-6 pt-4 text-sm"><a href="${links.home}">All cases of the run</a></nav>\n`}<noscript>This report is drawn by its own script, and scripts are off in this browser.</noscript>
`;
}

function formatLinkElements({ script, style }: PageLinks): string {
  return `<link rel="stylesheet" href="${style}">\n<script src="${script}" defer></script>`;
}

/** Returns a source expression for the Content-Security-Policy that allows only this exact text. */
export function toCspSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * Serializes a value as JSON that is safe inside a `<script>` element: the JSON cannot end the element or open a
 * comment, and contains no line separators. `JSON.stringify` already escapes lone surrogates and control characters.
 */
function formatEmbeddedJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
