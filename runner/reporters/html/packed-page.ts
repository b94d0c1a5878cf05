import { gzipSync } from 'node:zlib';
import type { PageAssets } from './page-assets.ts';

/** The digits for base 85: consecutive characters, without `<`, which could end the element. */
const FIRST_DIGIT_CODE = 35;
const SKIPPED_CHARACTER_CODE = 60;

/** Packs the page's style and script into a compact text for a `<script>` element; `bytes` is the compressed size. */
export function compressPageAssets({ style, script }: PageAssets): { text: string; bytes: number } {
  const packed = gzipSync(`${style}\0${script}`, { level: 9 });
  const padded = Buffer.concat([packed, Buffer.alloc(-packed.length & 3)]);
  let text = '';
  for (let at = 0; at < padded.length; at += 4) text += toBase85Digits(padded.readUInt32BE(at));
  return { text, bytes: packed.length };
}

function toBase85Digits(number: number): string {
  let text = '';
  for (let rest = number, digit = 0; digit < 5; digit += 1, rest = Math.floor(rest / 85)) {
    const code = FIRST_DIGIT_CODE + (rest % 85);
    text = String.fromCharCode(code < SKIPPED_CHARACTER_CODE ? code : code + 1) + text;
  }
  return text;
}

/**
 * Unpacks the page in a browser. The content security policy of the page contains the hashes of the unpacked style and
 * script.
 */
export const unpackPageSource = removeIndent(`
addEventListener('DOMContentLoaded', async () => {
  const { textContent: text, dataset } = document.getElementById('page');
  const view = new DataView(new ArrayBuffer((text.length / 5) * 4));
  for (let at = 0; at < text.length; at += 5) {
    let number = 0;
    for (let digit = at; digit < at + 5; digit += 1) {
      const code = text.charCodeAt(digit);
      number = number * 85 + code - (code > ${SKIPPED_CHARACTER_CODE} ? ${FIRST_DIGIT_CODE + 1} : ${FIRST_DIGIT_CODE});
    }
    view.setUint32((at / 5) * 4, number);
  }
  const packed = new Blob([view]).slice(0, Number(dataset.bytes)).stream();
  const unpacked = await new Response(packed.pipeThrough(new DecompressionStream('gzip'))).text();
  const [style, script] = unpacked.split('\\0');
  document.head.append(Object.assign(document.createElement('style'), { textContent: style }));
  document.head.append(Object.assign(document.createElement('script'), { textContent: script }));
});
`);

/**
 * Shortens the script, because every page contains it. This works because each line is a whole statement, or opens or
 * closes a block.
 */
function removeIndent(script: string): string {
  return script.replaceAll(/\n */g, '');
}
