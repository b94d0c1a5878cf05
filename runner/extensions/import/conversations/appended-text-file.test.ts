import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AppendedTextFile, createAppendedTextFile } from './appended-text-file.ts';

let folder: string;
let texts: AppendedTextFile;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'texts-'));
  texts = createAppendedTextFile(path.join(folder, 'texts'));
});

afterEach(() => {
  texts.close();
  rmSync(folder, { recursive: true, force: true });
});

it('gives back each text, whatever its length, in any order, also while others are added', () => {
  const all = ['', 'ä€😀', 'x'.repeat(300_000), 'é'.repeat(700_000), '', 'y'.repeat(900_000), 'end'];
  const places = all.map((text) => {
    const place = texts.appendText(text);
    expect(texts.readText(place) === text).toBe(true);
    return place;
  });
  for (const order of [places.keys(), [...places.keys()].reverse()]) {
    for (const index of order) {
      const place = places[index];
      expect(place !== undefined && texts.readText(place) === all[index], `text ${index}`).toBe(true);
    }
  }
});

it('reads a text that stands behind what it has read before', () => {
  const first = texts.appendText('first');
  expect(texts.readText(first)).toBe('first');
  const second = texts.appendText('second');
  expect(texts.readText(second)).toBe('second');
  expect(texts.readText(first)).toBe('first');
});
