import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTextFile, type TextFile } from './text-file.ts';

let folder: string;
let texts: TextFile;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'texts-'));
  texts = createTextFile(path.join(folder, 'texts'));
});

afterEach(() => {
  texts.close();
  rmSync(folder, { recursive: true, force: true });
});

it('gives back each text, whatever its length, in any order, also while others are added', () => {
  const all = ['', 'ä€😀', 'x'.repeat(300_000), 'é'.repeat(700_000), '', 'y'.repeat(900_000), 'end'];
  const places = all.map((text) => {
    const place = texts.add(text);
    expect(texts.read(place) === text).toBe(true);
    return place;
  });
  for (const order of [places.keys(), [...places.keys()].reverse()]) {
    for (const index of order) {
      const place = places[index];
      expect(place !== undefined && texts.read(place) === all[index], `text ${index}`).toBe(true);
    }
  }
});

it('reads a text that stands behind what it has read before', () => {
  const first = texts.add('first');
  expect(texts.read(first)).toBe('first');
  const second = texts.add('second');
  expect(texts.read(second)).toBe('second');
  expect(texts.read(first)).toBe('first');
});
