// The number of milliseconds by which the clock of a run is set back. This module is loaded at the start of the run,
// before the run's own code.
const ago = Number(process.env.PICTURES_AGO_MS);
const Now = Date;

globalThis.Date = class extends Now {
  constructor(...parts) {
    if (parts.length === 0) super(Now.now() - ago);
    else super(...parts);
  }

  static now() {
    return Now.now() - ago;
  }
};
