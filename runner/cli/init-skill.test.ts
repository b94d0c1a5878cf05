import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mcpTools } from '../mcp/tools.ts';
import { createBuiltProgram, runCli } from '../testing/run-cli.ts';

const skills = path.join(import.meta.dirname, '..', '..', 'skills', 'turntree');
const skill = readFileSync(path.join(skills, 'SKILL.md'), 'utf8');
const section = readFileSync(path.join(skills, 'AGENTS.md'), 'utf8');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-skill-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const init = () => runCli(['init', '--skill'], { cwd: folder });
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

describe('turntree init --skill', () => {
  it('writes the skill and AGENTS.md, and no workspace', async () => {
    expect(await init()).toEqual({
      code: 0,
      stdout: `2 files in ${folder}\n  .agents/skills/turntree/SKILL.md\n  AGENTS.md\n`,
      stderr: '',
    });
    expect(read('.agents/skills/turntree/SKILL.md')).toBe(skill);
    expect(read('AGENTS.md')).toBe(`<!-- turntree -->\n${section}<!-- /turntree -->\n`);
  });

  it('adds its section below what is in AGENTS.md, and renews only that', async () => {
    writeFileSync(path.join(folder, 'AGENTS.md'), '# Ours\n\nBe kind.\n');
    await init();
    const once = read('AGENTS.md');
    expect(once).toBe(`# Ours\n\nBe kind.\n\n<!-- turntree -->\n${section}<!-- /turntree -->\n`);
    writeFileSync(path.join(folder, 'AGENTS.md'), `${once.replace('Never', 'Always')}\nMore of ours.\n`);
    await init();
    expect(read('AGENTS.md')).toBe(`${once}\nMore of ours.\n`);
  });

  it('serves Claude Code where that is in use, and leaves a skill alone that somebody changed', async () => {
    mkdirSync(path.join(folder, '.claude/skills/turntree'), { recursive: true });
    writeFileSync(path.join(folder, '.claude/skills/turntree/SKILL.md'), 'mine');
    const { code, stderr } = await init();
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr:
        'turntree: .claude/skills/turntree/SKILL.md was changed or is not from Turntree, so it was left as it is\n',
    });
    expect(read('.claude/skills/turntree/SKILL.md')).toBe('mine');
  });
});

describe('the skill', () => {
  it('has a name, and a description that says when to use it', () => {
    expect(skill).toMatch(/^---\nname: turntree\ndescription: .{50,1000}\n---\n/);
  });

  it('names commands, flags and tools that are there', async () => {
    const { commands } = await createBuiltProgram(folder);
    const text = skill + section;
    const names = [...text.matchAll(/npx turntree (\w+)/g)].map(([, name]) => name);
    expect(names).toContain('why');
    expect(names.filter((name) => !commands.some((command) => command.name() === name))).toEqual([]);
    const flags = commands.flatMap(({ options }) => options.map(({ long }) => long));
    expect(
      [...text.matchAll(/(?<=[` ])--[a-z][a-z-]+/g)].map(([flag]) => flag).filter((flag) => !flags.includes(flag)),
    ).toEqual([]);
    const named = [...text.matchAll(/`([a-z]+_[a-z]+)`/g)].map(([, name]) => name);
    expect(named).toEqual(expect.arrayContaining(['try_case', 'run_cases']));
    expect(named.filter((name) => !mcpTools.some((tool) => tool.name === name))).toEqual([]);
  });

  it('has cases that lint finds nothing wrong with', async () => {
    const [, cases = ''] = /```jsonl\n(.*?)```/s.exec(skill) ?? [];
    writeFileSync(path.join(folder, 'cases.jsonl'), cases);
    expect(await runCli(['lint', 'cases.jsonl'], { cwd: folder })).toEqual({
      code: 0,
      stdout: '',
      stderr: 'turntree: no problems in 1 file, 2 cases\n',
    });
  });
});
