import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadOrCreateAccessToken } from './access-token.ts';

let root = '';
const folder = () => path.join(root, '.runner');
const file = () => path.join(folder(), 'token');

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'turntree-token-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('a token is kept where only its owner reads it', () => {
  const token = loadOrCreateAccessToken(folder());
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(loadOrCreateAccessToken(folder())).toBe(token);
  expect(readFileSync(file(), 'utf8')).toBe(`${token}\n`);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(statSync(folder()).mode & 0o777).toBe(0o700);
});

it('one that others could read, or that is none, is replaced', () => {
  const token = loadOrCreateAccessToken(folder());
  chmodSync(file(), 0o644);
  const second = loadOrCreateAccessToken(folder());
  expect(second).not.toBe(token);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  writeFileSync(file(), '');
  expect(loadOrCreateAccessToken(folder())).toMatch(/^[\w-]{43}$/);
});

it('one that another user left there is replaced', () => {
  const plantedToken = loadOrCreateAccessToken(folder());
  const somebodyElse = statSync(file()).uid + 1;
  const token = loadOrCreateAccessToken(folder(), somebodyElse);
  expect(token).not.toBe(plantedToken);
  expect(readFileSync(file(), 'utf8')).toBe(`${token}\n`);
});

it('a link to a token is replaced, and its target stays', () => {
  const plantedToken = loadOrCreateAccessToken(folder());
  const target = path.join(root, 'theirs');
  renameSync(file(), target);
  symlinkSync(target, file());
  expect(loadOrCreateAccessToken(folder())).not.toBe(plantedToken);
  expect(lstatSync(file()).isFile()).toBe(true);
  expect(readFileSync(target, 'utf8')).toBe(`${plantedToken}\n`);
});

it('is new each time where it cannot be kept', () => {
  writeFileSync(path.join(root, 'taken'), '');
  const [firstToken, secondToken] = [
    loadOrCreateAccessToken(path.join(root, 'taken')),
    loadOrCreateAccessToken(path.join(root, 'taken')),
  ];
  expect(firstToken).toMatch(/^[\w-]{43}$/);
  expect(secondToken).not.toBe(firstToken);
});
