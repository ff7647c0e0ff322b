import { isDeepStrictEqual } from 'node:util';
import type { AskedCall, PermissionRule } from '../protocol/api/permission-rule.js';
import type { Seeded } from '../testing/seeded.rig.js';
import { factsOf } from './call-facts.js';
import { carriedBy, shellCommand, wordsCommand } from './match-command.js';
import { readPowerShell } from './read-powershell.rig.js';
import { asked, type RuleCase, ruleCases, storedRules } from './rule-cases.rig.js';
import { ruleJudge } from './rule-judge.js';
import type { ShellRun, ShellStage } from './shell-stage.rig.js';

/** The judge, or one that overlooks something: it judges another call than the one that runs. */
export interface JudgeVariant {
  readonly name: string;
  readonly see: (call: AskedCall) => AskedCall;
}

/** Something ran that the rule does not show. */
export interface Win {
  readonly shell: string;
  readonly command: string;
  readonly rule: string;
  readonly seen: string;
}

export interface RulesReport {
  readonly variant: string;
  readonly cases: number;
  readonly allowed: number;
  readonly allowedByKind: Readonly<Record<string, number>>;
  /** How often an allowed command was run, or read by the table of PowerShell's quoting. */
  readonly runs: number;
  readonly shells: readonly string[];
  readonly wins: readonly Win[];
}

export const JUDGE: JudgeVariant = { name: 'the judge', see: (call) => call };

/** What earlier rules overlooked, one thing each. */
export const PLANTED: readonly JudgeVariant[] = [
  overlooking('any blank at the ends', (text) => text.trim()),
  overlooking('escapes in single quotes', (text) => text.replace(/'[^']*'/g, (quoted) => quoted.replaceAll('\\', ''))),
  overlooking('escapes in double quotes', (text) => text.replace(/\\["\\$`]/g, '_')),
  overlooking('escapes without quotes', (text) => text.replace(/\\[^'"\n]/g, '_').replaceAll("'\\''", '_')),
  overlooking('the end of a word before &', (text) => text.replace(/(?<=[\w'"])&(?=[\w'"])/g, ' & ')),
  overlooking('printed quotes', (text) => text.replace(/[‘’‚‛“”„]/g, '_')),
  overlooking('the end of a quote inside of a word', (text) => text.replace(/(["'])\w*\1(?=[\w"'-])/g, '_')),
  overlooking('what words begin with', (text) => text.replace(/(?<= )[=@%^,!–](?=[\w!-])/g, '_')),
  {
    name: 'overlooks the first of two names in JSON',
    see: (call) => {
      const { rawInput } = call.toolCall;
      return typeof rawInput === 'string' ? asked(JSON.parse(rawInput)) : call;
    },
  },
];

function overlooking(what: string, change: (text: string) => string): JudgeVariant {
  const see = (call: AskedCall) => {
    const { command } = (call.toolCall.rawInput ?? {}) as { command?: unknown };
    return typeof command === 'string'
      ? asked({ ...(call.toolCall.rawInput as object), command: change(command) })
      : call;
  };
  return { name: `overlooks ${what}`, see };
}

/**
 * Judges generated cases by stored rules and gives every allowed one to each shell that is here. A planted variant is
 * stopped at its first win; the judge itself never.
 */
export async function proveRules(
  variant: JudgeVariant,
  stage: ShellStage,
  { seed, numRuns: count }: Seeded,
): Promise<RulesReport> {
  const rules = storedRules();
  const trial = new Trial(stage);
  const allowedByKind: Record<string, number> = {};
  const wins: Win[] = [];
  const cases = ruleCases(count, seed);
  let allowed = 0;
  for (const one of cases) {
    if (variant !== JUDGE && ((await ruleJudge.judge(one.call, rules)) || wins.length > 0)) continue;
    const seen = variant.see(one.call);
    const rule = await ruleJudge.judge(seen, rules);
    if (!rule) continue;
    allowed++;
    allowedByKind[one.kind] = (allowedByKind[one.kind] ?? 0) + 1;
    wins.push(...(await trial.winsOf(one, seen, rule)));
  }
  const shells = [...stage.shells, 'PowerShell (table)'];
  return { variant: variant.name, cases: cases.length, allowed, allowedByKind, runs: trial.runs, shells, wins };
}

/** What a rule shows to a person: that very command, or these programs with these words. */
type Shown = { readonly command: string } | { readonly parts: readonly (readonly string[])[] };

class Trial {
  runs = 0;
  readonly #stage: ShellStage;
  /** What the commands of exact rules do. */
  readonly #known = new Map<string, ShellRun>();

  constructor(stage: ShellStage) {
    this.#stage = stage;
  }

  async winsOf({ call, commands }: RuleCase, seen: AskedCall, rule: PermissionRule): Promise<Win[]> {
    const shown = shownBy(rule, call, seen);
    const wins: Win[] = [];
    for (const command of commands) {
      const found = (shell: string, text: string | null) => {
        this.runs++;
        if (text !== null) wins.push({ shell, command, rule: rule.command?.text ?? '', seen: text });
      };
      for (const shell of this.#stage.shells) found(shell, await this.#inShell(shell, command, shown));
      found('PowerShell (table)', inPowerShell(command, shown));
    }
    return wins;
  }

  async #inShell(shell: string, command: string, shown: Shown): Promise<string | null> {
    const run = await this.#stage.run(shell, command);
    if ('parts' in shown) return strangerIn(run, shown.parts);
    const expected = await this.#knownRun(shell, shown.command);
    return isDeepStrictEqual(sorted(run), sorted(expected)) ? null : `${told(run)} instead of ${told(expected)}`;
  }

  async #knownRun(shell: string, command: string): Promise<ShellRun> {
    const key = `${shell} ${command}`;
    const run = this.#known.get(key) ?? (await this.#stage.run(shell, command));
    this.#known.set(key, run);
    return run;
  }
}

function shownBy(rule: PermissionRule, call: AskedCall, seen: AskedCall): Shown {
  const { text, isPrefix } = rule.command!;
  const facts = factsOf(call).commands.length > 0 ? factsOf(call) : factsOf(seen);
  const parts = facts.commands.flatMap(({ strict }) => strict.parts.map((words) => carriedBy(words)));
  const isWhole = !isPrefix && parts.length === shellCommand(text).strict.parts.length;
  return isWhole ? { command: text } : { parts };
}

/** What ran beside the programs and words that the rule shows; a part that did not run is fine. */
function strangerIn({ runs, made, missing }: ShellRun, parts: readonly (readonly string[])[]): string | null {
  if (made.length > 0) return `made ${made.join(', ')}`;
  if (missing !== null) return missing;
  const left = [...parts];
  for (const words of runs) {
    const at = left.findIndex((part) => isDeepStrictEqual(part, words));
    if (at < 0) return `ran ${JSON.stringify(words)}`;
    left.splice(at, 1);
  }
  return null;
}

function inPowerShell(command: string, shown: Shown): string | null {
  const reading = readPowerShell(command);
  if ('command' in shown) {
    return isDeepStrictEqual(reading, readPowerShell(shown.command)) ? null : `reads ${JSON.stringify(reading)}`;
  }
  if (reading.more !== null) return `reads ${reading.more}`;
  const runs = reading.runs.flatMap((words) => wordsCommand(words).strict.parts.map((part) => carriedBy(part)));
  return strangerIn({ runs, made: [], missing: null }, shown.parts);
}

/** What runs side by side may be written down in any order. */
function sorted({ runs, made, missing }: ShellRun): unknown {
  return { runs: runs.map((words) => JSON.stringify(words)).sort(), made, isMissing: missing !== null };
}

function told({ runs, made, missing }: ShellRun): string {
  return JSON.stringify([...runs, ...made.map((name) => `made ${name}`), ...(missing ? [missing] : [])]);
}

/** A report in a few lines. */
export function describeRules({ variant, cases, allowed, allowedByKind, runs, shells, wins }: RulesReport): string {
  const kinds = Object.entries(allowedByKind).map(([kind, count]) => `${count} ${kind}`);
  const lines = wins.map(
    ({ shell, command, rule, seen }) => `  ${shell}: ${JSON.stringify(command)} by ${JSON.stringify(rule)}: ${seen}`,
  );
  const head = `${variant}: ${cases} cases, ${allowed} allowed (${kinds.join(', ')}), ${runs} runs in ${shells.join(', ')}, ${wins.length} wins`;
  return [head, ...lines.slice(0, 40)].join('\n');
}
