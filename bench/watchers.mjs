// Watches the events of one run as many browsers would. Tells its parent when all are open, and when asked what they have seen.
const [address, count] = process.argv.slice(2);
const AGE_OF_EVERY = 20;

const ages = [];
const crowd = Array.from({ length: Number(count) }, () => ({ seq: 0, gaps: 0 }));
const opened = crowd.map(() => Promise.withResolvers());
let liveAt = Number.POSITIVE_INFINITY;

for (const [place, watcher] of crowd.entries()) {
  const source = new EventSource(address);
  source.onopen = () => opened[place].resolve();
  source.addEventListener('run.state', ({ lastEventId }) => {
    watcher.seq = Number(lastEventId);
  });
  source.onmessage = ({ lastEventId, data }) => {
    const seq = Number(lastEventId);
    if (seq !== watcher.seq + 1) watcher.gaps += 1;
    watcher.seq = seq;
    if (place === 0 && seq % AGE_OF_EVERY === 0) addAge(JSON.parse(data).at);
  };
}

process.on('message', () => {
  const sorted = ages.toSorted((left, right) => left - right);
  process.send({
    events: crowd[0].seq,
    fewest: Math.min(...crowd.map(({ seq }) => seq)),
    watchersWithGaps: crowd.filter(({ gaps }) => gaps > 0).length,
    ageP95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? -1,
  });
  process.exit();
});
await Promise.all(opened.map(({ promise }) => promise));
liveAt = Date.now();
process.send('open');

// What was written before all watched is old.
function addAge(at) {
  if (at > liveAt) ages.push(Date.now() - at);
}
