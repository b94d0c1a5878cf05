import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The minimum size of a chunk to share: replacing a smaller one by a reference to another file would save nothing. */
const SMALLEST = 1_000;

/**
 * Replaces equal chunks of the server by references to one of them: the bundler writes the same modules again for every
 * route that needs them. Each chunk is a CommonJS module whose value is its list of modules, so the other chunks can
 * refer to the first. Returns the number of bytes saved.
 */
export function shareChunks(folder) {
  const first = new Map();
  let saved = 0;
  for (const name of readdirSync(folder).toSorted()) {
    if (!name.endsWith('.js')) continue;
    const file = path.join(folder, name);
    const text = readFileSync(file, 'utf8');
    // The last line names the chunk's source map, which is not shipped. It is removed, because it would make equal
    // chunks differ.
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
