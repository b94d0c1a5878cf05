// A minimal runner for consistency tests, as a lower bound. It reads the tests of an agent file, asks a scripted model
// each question several times, lets a scripted judge compare each answer with the next, and writes a history and the
// accuracy of each test. Usage: `node floor-consistency.mjs <agent.yml> <runner.config.json> <history.sqlite>`.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { openHistory } from './floor-history.mjs';

const SCORES = { A: 1, B: 0 };
const [agentFile, configFile, historyFile] = process.argv.slice(2);
const { model, system_instructions, tests } = parse(readFileSync(agentFile, 'utf8'));
const { models } = JSON.parse(readFileSync(configFile, 'utf8'));
const history = openHistory(historyFile);
const accuracies = [];

for (const [index, test] of tests.entries()) accuracies.push(await runTest(`test-${index + 1}`, test));
history.close();
console.log(accuracies.map((accuracy, index) => `Test ${index + 1}: ${(accuracy * 100).toFixed(2)}%`).join('\n'));

async function runTest(id, { n, task_description }) {
  const startedAt = Date.now();
  const begin = performance.now();
  history.append('case.started', id, {});
  const answers = [];
  for (let sample = 1; sample <= n; sample += 1) {
    const messages = [
      { role: 'system', content: system_instructions },
      { role: 'user', content: task_description },
    ];
    const answer = await askModel(model, messages, id);
    answers.push(answer);
    history.append('sample.finished', id, { sample, answer });
  }
  const scores = [];
  for (const [position, left] of answers.entries()) {
    const content = buildJudgePrompt(task_description, left, answers[(position + 1) % n]);
    const reply = await askModel('judge', [{ role: 'system', content }], id);
    const score = SCORES[reply.trim().split('\n').at(-1).trim()] ?? 0;
    scores.push(score);
    history.append('score.finished', id, { position, score, reply });
  }
  const accuracy = scores.reduce((sum, score) => sum + score, 0) / n;
  const durationMs = performance.now() - begin;
  history.append('case.finished', id, { input: task_description, answers, scores, accuracy });
  history.finish({ id, status: 'passed', score: accuracy, startedAt, durationMs });
  return accuracy;
}

/** Records the request and the answer, because a history must show what a model was asked. */
async function askModel(name, messages, id) {
  const prompt = messages.map(({ content }) => content).join('\n');
  const { answer } = models[name].rules.find(
    ({ when }) => when === undefined || prompt.includes(when.system ?? when.text),
  );
  await undefined;
  history.append('model.called', id, { model: name, request: { messages }, response: answer });
  return answer;
}

function buildJudgePrompt(question, left, right) {
  return `You check whether two answers to one question say the same. Compare facts only. End with a line that holds one
letter: A when the answers agree, B when they contradict each other.

<question>
${question}
</question>
<answer-1>
${left}
</answer-1>
<answer-2>
${right}
</answer-2>`;
}
