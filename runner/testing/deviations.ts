type VectorDeviation = { vectors: readonly string[]; rule: string };

/**
 * Every test vector for which Turntree intentionally differs from the recorded behaviour, with the rule that explains
 * the difference.
 */
const observedDeviations: readonly VectorDeviation[] = [
  {
    vectors: ['assertions#14'],
    rule: 'The text form of an object is plain JSON: nothing in it is escaped for HTML.',
  },
  {
    vectors: ['assertions#13', 'assertions#18', 'assertions#32'],
    rule: '`contains` looks for a text that is not empty, and so does `regex`: anything else would check nothing.',
  },
  { vectors: ['assertions#33'], rule: 'An answer without any text fails every check of its text.' },
  { vectors: ['loader#4', 'loader#6', 'messages#14'], rule: 'An empty input says nothing to an agent and is refused.' },
  { vectors: ['assertions#30'], rule: 'A regex may be given as `pattern` as well as `value`.' },
  { vectors: ['assertions#41'], rule: '`integer` is a type.' },
  {
    vectors: ['assertions#56'],
    rule: 'A path that is not there fails unless `value` is null itself; a list of alternatives is not null.',
  },
  {
    vectors: [
      'assertions#64',
      'extract_json#7',
      'extract_json#8',
      'extract_json#9',
      'extract_json#10',
      'extract_json#24',
    ],
    rule: 'Text is searched for JSON. What is nearly JSON is not repaired into a pass.',
  },
  {
    vectors: ['extract_json#15', 'extract_json#16', 'extract_json#26'],
    rule: 'Text is searched for JSON only: a line with a colon in it is prose, not YAML.',
  },
  {
    vectors: [
      'assertions#116',
      'extract_json#3',
      'extract_json#5',
      'extract_json#6',
      'extract_json#22',
      'extract_json#23',
    ],
    rule: 'Without a JSON fence the first balanced JSON in the prose counts.',
  },
  { vectors: ['extract_json#27'], rule: 'A fence without JSON does not hide the JSON outside of it.' },
  { vectors: ['extract_json#13'], rule: 'Of several JSON values in a text the first one counts.' },
  {
    vectors: ['assertions#70', 'assertions#80', 'assertions#81'],
    rule: 'A tool assertion without a tool name lacks a required field and is refused when the file is loaded.',
  },
  { vectors: ['assertions#96'], rule: 'Any call of the tool may satisfy tool_result, not only the first.' },
  { vectors: ['assertions#108'], rule: 'A script may answer `passed` and `reason` for `pass` and `message`.' },
  {
    vectors: ['assertions#126', 'assertions#128', 'assertions#129'],
    rule: 'An assertion that is not an object checks nothing and is refused when the file is loaded.',
  },
  { vectors: ['assertions#130'], rule: '`negate` never turns a check that cannot be made into a pass.' },
  {
    vectors: ['json_path#2', 'json_path#3', 'json_path#4', 'json_path#7'],
    rule: 'Paths may start with `$`, quote their keys, and use wildcards.',
  },
  {
    vectors: ['json_path#1', 'json_path#5', 'json_path#12', 'json_path#13', 'json_path#14'],
    rule: 'A path that is not understood is refused when the file is loaded, rather than found to be missing.',
  },
  {
    vectors: ['tool_names#2', 'tool_names#3', 'tool_names#6', 'tool_names#7'],
    rule: 'A tool is named exactly or by what follows `__` or `.`; a part of its name is another tool.',
  },
  {
    vectors: ['output_extraction#5', 'output_extraction#6'],
    rule: 'The content of an answer is text; whoever connects an agent turns other shapes into text.',
  },
  {
    vectors: ['loader#5', 'loader#7', 'messages#9', 'messages#10'],
    rule: 'Nothing runs unless all of a file loads, so an input that no agent could be sent is refused at once.',
  },
  { vectors: ['messages#18'], rule: 'The type of a file says nothing about its character set.' },
  { vectors: ['loader#13'], rule: 'An unknown key is an error: it could be a check with a typing mistake.' },
  { vectors: ['loader#14'], rule: '`assertion` is `assert`, and `contains` requires a value.' },
  { vectors: ['loader#17'], rule: 'A byte order mark is not part of the text.' },
  { vectors: ['loader#19'], rule: 'An object may span several lines.' },
  { vectors: ['loader#23'], rule: 'A key that stands twice is an error: what the first one says would be lost.' },
  { vectors: ['loader#28'], rule: 'Lines may be of any length.' },
];

export const deviations: ReadonlyMap<string, string> = new Map(
  observedDeviations.flatMap(({ vectors, rule }) => vectors.map((vector): [string, string] => [vector, rule])),
);
