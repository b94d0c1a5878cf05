// Loaded at the start of a run, before its own code, to set the run's clock back by this many milliseconds.
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
