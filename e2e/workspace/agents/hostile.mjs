/** An agent that answers with malicious content; the input selects its kind. */
export default function hostile({ input }) {
  const { content = 'Look at the tool.', result } = answers[String(input)]();
  return result === undefined ? content : { content, tool_calls: [{ tool: 'dig', arguments: {}, result }] };
}

const answers = {
  markup: () => ({
    content: `<script>window.pwned = 'script'</script>
<img src="http://203.0.113.9/beacon.png" onerror="window.pwned = 'onerror'">
<svg onload="window.pwned = 'svg'"><a href="javascript:pwned=1">x</a></svg>

![picture](http://203.0.113.9/beacon.png) ![data](data:image/svg+xml,<svg/onload=alert(1)>)

[a](javascript:window.pwned='link') [b](data:text/html,<script>window.pwned='data'</script>)
[c](JaVaScRiPt:window.pwned=1) [d](vbscript:x) [e](file:///etc/passwd) <javascript:window.pwned=1>

<iframe src="http://203.0.113.9/"></iframe><form action="http://203.0.113.9/"><input></form><style>*{display:none}</style>`,
  }),
  escapes: () => ({ content: '\u001b[2J\u001b[31mred\u0007 and \u009bplain' }),
  override: () => ({ content: 'Open invoice\u202efdp.exe, please.' }),
  halves: () => ({ content: 'half \ud83d of a smile' }),
  megabytes: () => ({ content: 'Megabytes of it. '.repeat(294_118) }),
  deep: () => ({ result: nested(450) }),
  array: () => ({ result: Array.from({ length: 200_000 }, (_, position) => (position === 40 ? 'last' : position)) }),
  pretend: () => ({ content: '\u0000long {"at":"[1,\\"options\\"]","size":9,"form":"text"}\nnothing' }),
};

function nested(levels) {
  let value = 'bottom';
  for (let level = 0; level < levels; level += 1) value = { in: value };
  return value;
}
