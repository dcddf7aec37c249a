// @ts-check
// Whether dice move now: what else there is to draw waits until they have landed.

export class Landing {
  constructor() {
    this.isMoving = false;
    /** @type {(() => void)[]} */
    this.waiting = [];
  }

  /** Dice begin to fall. */
  begin() {
    this.isMoving = true;
  }

  /** They lie, or were taken away: all that waited goes on. */
  end() {
    const { waiting } = this;
    this.isMoving = false;
    this.waiting = [];
    for (const goOn of waiting) goOn();
  }

  /**
   * Wait until no dice move.
   * @returns {Promise<void>}
   */
  async landed() {
    if (this.isMoving) await new Promise((resolve) => this.waiting.push(() => resolve(undefined)));
  }
}
