import { createHash } from 'node:crypto';
import type { CaseRow, RunState } from '../../fold/index.ts';
import { type ResultReader, reportedCases } from '../reported-cases.ts';
import { xmlText } from '../xml-text.ts';
import { packPage, unpackPage } from './packed-page.ts';
import { type PageAssets, pageAssets } from './page-assets.ts';
import { type PageResult, toPageResult, toPageRow, toPageRun, withLastPassingResult } from './page-data.ts';
import { reduceUntilPageFits } from './reduce-until-page-fits.ts';

/** The case, and its turn, at which the page opens. */
export type InitialSelection = { case?: string | undefined; turn?: number | undefined };

/** URLs of a page's separate files: its script, its style, and its home page. */
export type PageLinks = { script: string; style: string; home: string };

type PageParts = { assets?: PageAssets; open?: InitialSelection | undefined; links?: PageLinks | undefined };

/**
 * A run as one self-contained page, in pieces. Its data are JSON in elements that browsers do not execute: the run,
 * one line for each row of the list, and one line for each case with all its attempts, which the page parses when the
 * case is opened.
 */
export function* htmlReport(
  state: RunState,
  resultsOf: ResultReader,
  { assets, open = {}, links }: PageParts = {},
): Generator<string> {
  const packed = links === undefined ? (assets ?? pageAssets()) : undefined;
  const pack = packed && packPage(packed);
  const alone = open.case !== undefined && state.rows.length === 1 ? state.rows[0] : undefined;
  const room = pack === undefined ? Number.POSITIVE_INFINITY : MAX_DATA - pack.text.length;
  const fitted =
    alone &&
    reduceUntilPageFits(
      pageResults(alone, state, resultsOf, 'with the last passing'),
      (results) => byteLength(results) <= room,
    );
  const run = { ...toPageRun(state), ...(fitted && { isOneCase: true, missing: fitted.missing }) };
  const name = state.rows.find(({ id }) => id === open.case)?.name ?? open.case ?? '';
  const title = [name, run.input].filter((part) => part !== '').join(' · ');
  yield headElement({ title: title === '' ? run.runId : title, open: toReportHash(open), packed, links });
  yield dataElementStart('run');
  yield embeddedJson(run);
  yield dataEnd;
  yield dataElementStart('rows');
  for (const row of state.rows) yield `${embeddedJson(toPageRow(row))}\n`;
  yield dataEnd;
  yield dataElementStart('cases');
  if (fitted !== undefined) yield embeddedJson(fitted.results);
  else for (const row of state.rows) yield `${embeddedJson(pageResults(row, state, resultsOf))}\n`;
  yield dataEnd;
  if (pack !== undefined)
    yield `<script type="text/plain" id="page" data-bytes="${pack.bytes}">${pack.text}</script>\n`;
  yield '</body>\n</html>\n';
}

/** In bytes, beside the script and style: a page of one conversation should have at most 200 KB. */
const MAX_DATA = 194_000;

function byteLength(value: unknown): number {
  return Buffer.byteLength(embeddedJson(value));
}

/** The attempts of a case. The page of a single case also has the last passing one. */
function pageResults(
  row: CaseRow,
  state: RunState,
  resultsOf: ResultReader,
  past?: 'with the last passing',
): PageResult[] {
  return [...reportedCases([row], resultsOf)].flatMap(({ attempts }) =>
    attempts.map((result) => {
      const page = toPageResult(result, row, state);
      return past === undefined ? page : withLastPassingResult(page, row, state);
    }),
  );
}

/** Returns the initial position in the format of a URL fragment; an actual fragment (after `#`) takes precedence. */
function toReportHash({ case: id, turn }: InitialSelection): string {
  if (id === undefined) return '';
  return new URLSearchParams({ case: id, ...(turn === undefined ? {} : { turn: String(turn) }) }).toString();
}

const dataEnd = '</script>\n';

function dataElementStart(id: string): string {
  return `<script type="application/json" id="${id}">`;
}

type HeadParts = { title: string; open: string; packed: PageAssets | undefined; links: PageLinks | undefined };

function headElement({ title, open, packed, links }: HeadParts): string {
  const own = "'self'";
  const policy = [
    "default-src 'none'",
    `script-src ${packed === undefined ? own : `${cspSource(unpackPage)} ${cspSource(packed.script)}`}`,
    `style-src ${packed === undefined ? own : cspSource(packed.style)}`,
    // Pictures and sounds that came with the messages.
    'img-src data:',
    'media-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en"${open === '' ? '' : ` data-open="${xmlText(open)}"`}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${xmlText(title)} · Turntree</title>
${links === undefined ? `<script>${unpackPage}</script>` : linkParts(links)}
</head>
<body>
${links === undefined ? '' : `<nav class="px-6 pt-4 text-sm"><a href="${links.home}">All cases of the run</a></nav>\n`}<noscript>This report is drawn by its own script, and scripts are off in this browser.</noscript>
`;
}

function linkParts({ script, style }: PageLinks): string {
  return `<link rel="stylesheet" href="${style}">\n<script src="${script}" defer></script>`;
}

/** A content security policy source that allows only this exact text. */
export function cspSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * Serializes a value as JSON that is safe inside a `<script>` element: it cannot end the element or open a comment,
 * and contains no line separators. `JSON.stringify` already escapes lone surrogates and control characters.
 */
function embeddedJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
