import { createHash } from 'node:crypto';
import type { RunState } from '../../fold/index.ts';
import { type ResultReader, reportedCases } from '../reported-cases.ts';
import { xmlText } from '../xml-text.ts';
import { packPage, unpackPage } from './packed-page.ts';
import { type PageAssets, pageAssets } from './page-assets.ts';
import { toPageResult, toPageRow, toPageRun } from './page-data.ts';

/** The case, and its turn, at which the page opens. */
export type OpenAddress = { case?: string | undefined; turn?: number | undefined };

/** URLs of a page's separate files: its script, its style, and its home page. */
export type PageLinks = { script: string; style: string; home: string };

type PageParts = { assets?: PageAssets; open?: OpenAddress | undefined; links?: PageLinks | undefined };

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
  const run = toPageRun(state);
  const title = [open.case ?? '', run.input].filter((part) => part !== '').join(' · ');
  yield head({ title: title === '' ? run.runId : title, open: toAddress(open), packed, links });
  yield dataStart('run');
  yield embeddedJson(run);
  yield dataEnd;
  yield dataStart('rows');
  for (const row of state.rows) yield `${embeddedJson(toPageRow(row))}\n`;
  yield dataEnd;
  yield dataStart('cases');
  for (const { row, attempts } of reportedCases(state.rows, resultsOf)) {
    yield `${embeddedJson(attempts.map((result) => toPageResult(result, row, state)))}\n`;
  }
  yield dataEnd;
  if (packed !== undefined) {
    const { text, bytes } = packPage(packed);
    yield `<script type="text/plain" id="page" data-bytes="${bytes}">${text}</script>\n`;
  }
  yield '</body>\n</html>\n';
}

/** Returns the initial position in the format of a URL fragment; an actual fragment (after `#`) takes precedence. */
function toAddress({ case: id, turn }: OpenAddress): string {
  if (id === undefined) return '';
  return new URLSearchParams({ case: id, ...(turn === undefined ? {} : { turn: String(turn) }) }).toString();
}

const dataEnd = '</script>\n';

function dataStart(id: string): string {
  return `<script type="application/json" id="${id}">`;
}

type HeadParts = { title: string; open: string; packed: PageAssets | undefined; links: PageLinks | undefined };

function head({ title, open, packed, links }: HeadParts): string {
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
