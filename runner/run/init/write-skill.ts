import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findInstallationFolder } from '../../host/installation.ts';

const SKILL_FILE = 'turntree/SKILL.md';
const INSTRUCTIONS_FILE = 'AGENTS.md';
const sectionMarkers = { start: '<!-- turntree -->\n', end: '<!-- /turntree -->\n' };

/**
 * `written` and `kept` are paths relative to the repository. The files in `kept` were changed by the user, so they were
 * not overwritten.
 */
export type WrittenSkill = { written: string[]; kept: string[] };

/**
 * Writes the instructions for coding agents into a repository: the skill, in the folder where agents look for it, and a
 * section of AGENTS.md, which a later call updates.
 */
export function writeSkill(root: string): WrittenSkill {
  const skills = path.join(findInstallationFolder(), 'skills');
  const skill = readFileSync(path.join(skills, SKILL_FILE), 'utf8');
  // Claude Code reads skills only from `.claude/skills`.
  const folders = ['.agents/skills', ...(existsSync(path.join(root, '.claude')) ? ['.claude/skills'] : [])];
  const result: WrittenSkill = { written: [], kept: [] };
  for (const file of folders.map((folder) => path.posix.join(folder, SKILL_FILE))) {
    const filePath = path.join(root, file);
    const isKept = existsSync(filePath) && readFileSync(filePath, 'utf8') !== skill;
    result[isKept ? 'kept' : 'written'].push(file);
    if (!isKept) writeFileCreatingFolder(filePath, skill);
  }
  const filePath = path.join(root, INSTRUCTIONS_FILE);
  const section = readFileSync(path.join(skills, 'turntree', INSTRUCTIONS_FILE), 'utf8');
  writeFileCreatingFolder(
    filePath,
    replaceOrAppendMarkedSection(existsSync(filePath) ? readFileSync(filePath, 'utf8') : '', section),
  );
  result.written.push(INSTRUCTIONS_FILE);
  return result;
}

function replaceOrAppendMarkedSection(text: string, section: string): string {
  const markedSection = `${sectionMarkers.start}${section}${sectionMarkers.end}`;
  const start = text.indexOf(sectionMarkers.start);
  const end = text.indexOf(sectionMarkers.end, start);
  if (start >= 0 && end >= 0)
    return `${text.slice(0, start)}${markedSection}${text.slice(end + sectionMarkers.end.length)}`;
  return text === '' ? markedSection : `${text.trimEnd()}\n\n${markedSection}`;
}

function writeFileCreatingFolder(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
