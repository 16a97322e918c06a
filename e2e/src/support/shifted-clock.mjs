// Loaded before the product: its clock is wrong by CLOCK_OFF_MS. Timers and `performance` go on as they are, as they do
// on a machine whose clock was set wrong.
const RightDate = Date;
const offMs = Number(process.env.CLOCK_OFF_MS);

globalThis.Date = class extends RightDate {
  constructor(...when) {
    if (when.length === 0) {
      super(RightDate.now() + offMs);
    } else {
      super(...when);
    }
  }

  static now() {
    return RightDate.now() + offMs;
  }
};
