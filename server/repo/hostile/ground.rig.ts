import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bed } from './bed.rig.js';
import { type CaseOutcome, runCase } from './case-run.rig.js';
import type { Case } from './cases.rig.js';
import { makeCertificate } from './hosts.rig.js';
import { type Shape, Templates } from './templates.rig.js';
import type { Trap } from './trap.rig.js';

/** A temporary folder in which hostile repositories are made and tried. It is also the home of this process meanwhile. */
export class Ground {
  readonly #place: string;
  readonly #certificates: string;
  readonly #templates: Templates;
  readonly #env: Record<string, string | undefined>;
  #beds = 0;

  constructor() {
    this.#place = realpathSync(mkdtempSync(join(tmpdir(), 'acdeck-hostile-')));
    this.#certificates = join(this.#place, 'certificates');
    const [home, temporary] = [join(this.#place, 'home'), join(this.#place, 'tmp')];
    for (const dir of [this.#certificates, home, temporary]) mkdirSync(dir);
    makeCertificate(this.#certificates);
    this.#templates = new Templates(join(this.#place, 'templates'));
    // The list of files is made in a thread with the settings of this process.
    const env = { HOME: home, TMPDIR: temporary, GIT_CONFIG_NOSYSTEM: '1' };
    this.#env = Object.fromEntries(Object.keys(env).map((name) => [name, process.env[name]]));
    Object.assign(process.env, env);
  }

  /** Calls everything in a hostile repository. */
  async try(tried: Case, isTrusted = false): Promise<CaseOutcome> {
    const { isLate, traps } = tried;
    const bed = await this.#make(tried.shape);
    try {
      const plant = (some: readonly Trap[]) => {
        for (const trap of some) trap.plant(bed, bed.spell(trap.name));
      };
      const last = traps.filter(({ slot }) => slot === 'git');
      if (!isLate) plant(traps.filter((trap) => !last.includes(trap)));
      bed.finish(tried.form, () => plant(last));
      const plan = { ...tried, isTrusted };
      return await runCase(bed, isLate ? { ...plan, later: () => plant(traps) } : plan);
    } finally {
      bed.close();
    }
  }

  /** Types the line of a trap in a terminal and gives what happens. */
  async spring(trap: Trap): Promise<string[]> {
    const bed = await this.#make(trap.shape ?? 'calm');
    try {
      const plant = () => trap.plant(bed, bed.spell(trap.name));
      const isLast = trap.slot === 'git';
      if (!isLast) plant();
      bed.finish('folder', isLast ? plant : () => {});
      await bed.type(trap.typed);
      return bed.news();
    } finally {
      bed.close();
    }
  }

  close(): void {
    for (const [name, value] of Object.entries(this.#env)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    rmSync(this.#place, { recursive: true, force: true });
  }

  #make(shape: Shape): Promise<Bed> {
    this.#beds += 1;
    return Bed.make(join(this.#place, String(this.#beds)), this.#templates, shape, this.#certificates);
  }
}

/** Does something for each, a few at a time. */
export async function forEachOf<T>(items: readonly T[], jobs: number, work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: jobs }, worker));
}
