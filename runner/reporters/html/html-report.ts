import { createHash } from 'node:crypto';
import type { RunState } from '../../fold/index.ts';
import { type ResultsOf, reportedCases } from '../reported-cases.ts';
import { xmlText } from '../xml-text.ts';
import { embeddedJson } from './embedded-json.ts';
import { packPage, unpackPage } from './packed-page.ts';
import { type PageAssets, pageAssets } from './page-assets.ts';
import { pageResultOf, pageRowOf, pageRunOf } from './page-data.ts';

/**
 * A run as one page that needs nothing else, in pieces. Its data are JSON in elements that no browser runs: the run, a
 * line for each row of the list, and a line with all attempts of each case, which the page parses when it is opened.
 */
export function* htmlReport(
  state: RunState,
  resultsOf: ResultsOf,
  assets: PageAssets = pageAssets(),
): Generator<string> {
  const run = pageRunOf(state);
  yield head({ title: run.input === '' ? run.runId : run.input, ...assets });
  yield dataStart('run');
  yield embeddedJson(run);
  yield dataEnd;
  yield dataStart('rows');
  for (const row of state.rows) yield `${embeddedJson(pageRowOf(row))}\n`;
  yield dataEnd;
  yield dataStart('cases');
  for (const { row, attempts } of reportedCases(state.rows, resultsOf)) {
    yield `${embeddedJson(attempts.map((result) => pageResultOf(result, row, state)))}\n`;
  }
  yield dataEnd;
  const { text, bytes } = packPage(assets);
  yield `<script type="text/plain" id="page" data-bytes="${bytes}">${text}</script>\n</body>\n</html>\n`;
}

const dataEnd = '</script>\n';

function dataStart(id: string): string {
  return `<script type="application/json" id="${id}">`;
}

function head({ title, script, style }: { title: string; script: string; style: string }): string {
  const policy = [
    "default-src 'none'",
    `script-src ${sourceOf(unpackPage)} ${sourceOf(script)}`,
    `style-src ${sourceOf(style)}`,
    // Pictures and sounds that came with the messages.
    'img-src data:',
    'media-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${xmlText(title)} · Turntree</title>
<script>${unpackPage}</script>
</head>
<body>
<noscript>This report is drawn by its own script, and scripts are off in this browser.</noscript>
`;
}

/** What a policy lets in: nothing but this very text. */
function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
