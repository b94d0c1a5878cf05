import { createHash } from 'node:crypto';
import type { RunState } from '../../fold/index.ts';
import { type ResultsOf, reportedCases } from '../reported-cases.ts';
import { xmlText } from '../xml-text.ts';
import { embeddedJson } from './embedded-json.ts';
import { type PageAssets, pageAssets } from './page-assets.ts';
import { pageRowOf, pageRunOf } from './page-data.ts';

/**
 * A run as one page that needs nothing else, in pieces. Its data are JSON in elements that no browser runs: the run, a
 * line for each row of the list, and a line with all attempts of each case, which the page parses when it is opened.
 */
export function* htmlReport(
  state: RunState,
  resultsOf: ResultsOf,
  { script, style }: PageAssets = pageAssets(),
): Generator<string> {
  const run = pageRunOf(state);
  yield head({ title: run.input === '' ? run.runId : run.input, script, style });
  yield dataStart('run');
  yield embeddedJson(run);
  yield dataEnd;
  yield dataStart('rows');
  for (const row of state.rows) yield `${embeddedJson(pageRowOf(row))}\n`;
  yield dataEnd;
  yield dataStart('cases');
  for (const { attempts } of reportedCases(state.rows, resultsOf)) yield `${embeddedJson(attempts)}\n`;
  yield dataEnd;
  yield `<script>${script}</script>\n</body>\n</html>\n`;
}

const dataEnd = '</script>\n';

function dataStart(id: string): string {
  return `<script type="application/json" id="${id}">`;
}

function head({ title, script, style }: { title: string; script: string; style: string }): string {
  const policy = `default-src 'none'; script-src '${hashOf(script)}'; style-src '${hashOf(style)}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${xmlText(title)} · Turntree</title>
<style>${style}</style>
</head>
<body>
<noscript>This report is drawn by its own script, and scripts are off in this browser.</noscript>
`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
