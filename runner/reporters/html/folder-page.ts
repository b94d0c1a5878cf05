import { escapeXmlText } from '../xml-text.ts';
import { toCspSource } from './html-report.ts';

/** The style of those pages of the folder that need no script. The pages of single cases use the dashboard's style. */
const folderStyle = `
:root { color-scheme: light dark; --line: light-dark(#dedcd6, #3a4147); --soft: light-dark(#4b545a, #c3c8cc);
  --pass: light-dark(#17632f, #7fd99a); --fail: light-dark(#a3161a, #ff9d94); --late: light-dark(#7a4b00, #f0bf6c);
  --broken: light-dark(#86218a, #e6a3ea); --accent: light-dark(#0b5c7d, #8fd0ea); }
body { margin: 0; font: 14px/1.5 system-ui, sans-serif; background: light-dark(#f6f5f1, #171c20); color: light-dark(#22292e, #eceae5); }
main { max-width: 68rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; margin: 0 0 .5rem; } h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
a { color: var(--accent); display: inline-block; min-height: 24px; min-width: 24px; }
dl { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: .75rem 0; }
dt { font-size: .75rem; color: var(--soft); } dd { margin: 0; font-variant-numeric: tabular-nums; }
.status { font-weight: 600; margin: 0; }
.causes { padding-left: 1.5rem; } .causes li { margin-bottom: .75rem; } .causes p { margin: .15rem 0; color: var(--soft); }
.runs { height: 6rem; width: 100%; display: block; } .runs rect { fill: var(--accent); } .runs .track { fill: var(--line); } .marks { letter-spacing: .1em; }
table { width: 100%; border-collapse: collapse; } th { text-align: left; font-size: .75rem; color: var(--soft); }
th, td { padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td:nth-child(n + 3) { white-space: nowrap; font-variant-numeric: tabular-nums; }
.pass { color: var(--pass); } .fail { color: var(--fail); } .broken { color: var(--broken); } .late { color: var(--late); }
`;

/** The file that marks a folder as a report, so that a program knows that it may replace the folder. */
export const FOLDER_MARK = '<meta name="generator" content="Turntree report folder">';

/** Returns a page of the report folder that has no script. The title is escaped; the other parts are HTML. */
export function* buildFolderPage(title: string, parts: Iterable<string>): Generator<string> {
  const policy = `default-src 'none'; style-src ${toCspSource(folderStyle)}; base-uri 'none'; form-action 'none'`;
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${FOLDER_MARK}
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeXmlText(title)} · Turntree</title>
<style>${folderStyle}</style>
</head>
<body>
<main>
`;
  yield* parts;
  yield '</main>\n</body>\n</html>\n';
}

/** Formats a text as HTML, with names in backquotes as code. */
export function formatCodeElement(text: string): string {
  return escapeXmlText(text).replaceAll(/`([^`\n]+)`/g, '<code>$1</code>');
}
