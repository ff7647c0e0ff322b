import { expect } from '@open-wc/testing';
import { DrawPacer, type PageTime, pageTime } from './draw-pacer.js';
import './frames.rig.js';

const REFRESH_MS = 8;

/** A page in which time passes only in sleeps, frames and work. */
class StillTime implements PageTime {
  #now = 0;
  #drawn: (() => void)[] = [];

  now(): number {
    return this.#now;
  }

  async sleep(ms: number): Promise<void> {
    this.#now += ms;
  }

  async frame(): Promise<void> {
    this.#now = (Math.floor(this.#now / REFRESH_MS) + 1) * REFRESH_MS;
  }

  drawn(): Promise<void> {
    return new Promise((resolve) => this.#drawn.push(resolve));
  }

  /** Draws a frame, which takes so long. */
  draw(ms: number): void {
    this.#now += ms;
    for (const tell of this.#drawn.splice(0)) tell();
  }
}

/** The times between frames in which drawing takes so long. */
async function gapsBetween(cost: number, count: number): Promise<number[]> {
  const time = new StillTime();
  const pacer = new DrawPacer(time);
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    await pacer.frame();
    times.push(time.now());
    time.draw(cost);
    // The pacer has measured it.
    await Promise.resolve();
  }
  return times.slice(1).map((at, n) => at - times[n]!);
}

describe('the pace of drawing', () => {
  it('[SP1] is one frame for all who ask meanwhile', async () => {
    const pacer = new DrawPacer();
    const first = pacer.frame();
    expect(pacer.frame()).to.equal(first);
    await first;
    expect(pacer.frame()).not.to.equal(first);
  });

  it('[SP1] is not faster than anybody reads', async () => {
    expect(await gapsBetween(0, 6)).to.deep.equal([32, 32, 32, 32, 32]);
  });

  it('[SP1] leaves a page whose frames are dear the larger part of its time, and nobody waiting', async () => {
    const gaps = await gapsBetween(30, 12);
    // What a frame costs is known better and better.
    expect(gaps.at(-1)).to.be.within(30 / 0.25 - REFRESH_MS, 30 / 0.25 + REFRESH_MS);
    expect((await gapsBetween(100, 12)).at(-1)).to.be.within(200 - REFRESH_MS, 200 + REFRESH_MS);
  });

  it('[SP1] counts as drawing all that elements do in the frame', async () => {
    const time = pageTime();
    await time.frame(60_000);
    let isDone = false;
    const drawn = time.drawn().then(() => isDone);
    for (let n = 0; n < 100; n += 1) await Promise.resolve();
    isDone = true;
    expect(await drawn).to.equal(true);
  });

  it('[SP1] goes on in a page that gets no frames', async () => {
    const real = globalThis.requestAnimationFrame;
    globalThis.requestAnimationFrame = () => 0;
    try {
      const pacer = new DrawPacer();
      await pacer.frame();
      expect(await pacer.frame().then(() => 'drawn')).to.equal('drawn');
    } finally {
      globalThis.requestAnimationFrame = real;
    }
  });
});
