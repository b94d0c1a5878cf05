import { distance } from 'fastest-levenshtein';

/** Returns the least number of characters to insert, delete or replace to turn one text into the other. */
export function editDistance(left: readonly string[], right: readonly string[]): number {
  // The library counts UTF-16 units, so every character gets one of its own; the 65,536 of them are enough.
  const units = new Map<string, string>();
  return distance(inUnits(left, units), inUnits(right, units));
}

function inUnits(characters: readonly string[], known: Map<string, string>): string {
  return characters
    .map((character) => {
      const unit = known.get(character) ?? String.fromCharCode(known.size);
      known.set(character, unit);
      return unit;
    })
    .join('');
}
