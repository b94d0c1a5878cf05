import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** For a smaller chunk, a file that refers to another one would save nothing. */
const SMALLEST = 1_000;

/**
 * Makes equal chunks of the server one: the bundler writes the same modules again for every route that needs them.
 * Each chunk is a CommonJS module whose value is its list of modules, so the others can lead to the first. Returns the
 * number of bytes saved.
 */
export function shareChunks(folder) {
  const first = new Map();
  let saved = 0;
  for (const name of readdirSync(folder).toSorted()) {
    if (!name.endsWith('.js')) continue;
    const file = path.join(folder, name);
    const text = readFileSync(file, 'utf8');
    // The last line names the source map, which is not shipped, after the chunk.
    const content = text.replace(/\n?\/\/# sourceMappingURL=\S*\s*$/, '');
    if (content.length < SMALLEST || !content.startsWith('module.exports=')) continue;
    const other = first.get(content);
    if (other === undefined) {
      first.set(content, name);
      continue;
    }
    const lead = `module.exports=require(${JSON.stringify(`./${other}`)});\n`;
    writeFileSync(file, lead);
    saved += text.length - lead.length;
  }
  return saved;
}
