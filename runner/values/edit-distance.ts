import { distance } from 'fastest-levenshtein';

/** Returns the minimum number of insertions, deletions and substitutions that turn one sequence into the other. */
export function computeEditDistance(left: readonly string[], right: readonly string[]): number {
  // The library compares UTF-16 units, so each distinct item is mapped to a different unit; 65,536 units are enough.
  const units = new Map<string, string>();
  return distance(encodeItemsAsCodeUnits(left, units), encodeItemsAsCodeUnits(right, units));
}

function encodeItemsAsCodeUnits(characters: readonly string[], unitsByCharacter: Map<string, string>): string {
  return characters
    .map((character) => {
      const codeUnit = unitsByCharacter.get(character) ?? String.fromCharCode(unitsByCharacter.size);
      unitsByCharacter.set(character, codeUnit);
      return codeUnit;
    })
    .join('');
}
