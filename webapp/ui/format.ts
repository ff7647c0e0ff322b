import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../server/protocol/clock.js';
import { catalogue } from './catalogue.js';

const SECOND = 1000;

const language = (globalThis.document?.documentElement.lang || 'en').split('-')[0]!;
/** The language of the page, as it is written where the person lives; another language would not fit the words around it. */
const locale = globalThis.navigator?.languages?.find((tag) => tag.split('-')[0] === language && isTag(tag)) ?? language;
/** Formatters are made when the first of their kind is asked for: making all of them takes longer than the app's start. */
const lazily = <T>(make: () => T): (() => T) => {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
};
const numberFormat = (options?: Intl.NumberFormatOptions) => lazily(() => new Intl.NumberFormat(locale, options));
const dateFormat = (options: () => Intl.DateTimeFormatOptions) =>
  lazily(() => new Intl.DateTimeFormat(locale, options()));
const unitFormat = (unit: string, unitDisplay: 'short' | 'long' = 'short') =>
  numberFormat({ style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 });

/** Whether the person's own clock counts to 12 or to 24 does not depend on the language of the page. */
const hourCycle = lazily(() => new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hourCycle);
const plurals = lazily(() => new Intl.PluralRules(locale));
const numbers = numberFormat();
const tenths = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
const compact = numberFormat({ notation: 'compact', maximumFractionDigits: 1 });
const percents = numberFormat({ style: 'percent', maximumFractionDigits: 0 });
const hours = dateFormat(() => ({ hour: '2-digit', minute: '2-digit', hourCycle: hourCycle() }));
const days = dateFormat(() => ({ month: 'short', day: 'numeric' }));
const years = dateFormat(() => ({ year: 'numeric', month: 'short', day: 'numeric' }));
const moments = dateFormat(() => ({
  ...{ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
  hourCycle: hourCycle(),
}));
const weekday = { weekday: 'long', month: 'long', day: 'numeric' } as const;
const weekdays = dateFormat(() => weekday);
const weekdaysWithYear = dateFormat(() => ({ ...weekday, year: 'numeric' }));
const both = lazily(() => new Intl.ListFormat(locale, { type: 'conjunction' }));
const bytes = unitFormat('byte', 'long');
const kilobytes = unitFormat('kilobyte');
const megabytes = unitFormat('megabyte');

/** What `Intl` writes as we want it, and units of time, which it writes longer or closer than people do. */
const formats = catalogue({
  seconds: (count: string) => `${count} s`,
  minutes: (count: string) => `${count} min`,
  minutesAndSeconds: (minutes: string, seconds: string) => `${minutes} min ${seconds} s`,
  hours: (count: string) => `${count} h`,
  hoursAndMinutes: (count: string, minutes: string) => `${count} h ${minutes} min`,
  days: (count: string) => `${count} d`,
  now: 'now',
  text: (formatted: string) => formatted,
});

/** With `LANG=C.UTF-8`, Chrome on Linux says `en-US@posix`, at which every formatter throws. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** One of two sentences, by a count that `#` stands for: `plural(3, '# file', '# files')`. */
export function plural(count: number, one: string, other: string): string {
  return (plurals().select(count) === 'one' ? one : other).replaceAll('#', numbers().format(count));
}

/** The same with a large count in short: `1 token`, `12K tokens`. */
export function compactPlural(count: number, one: string, other: string): string {
  return (plurals().select(count) === 'one' ? one : other).replaceAll('#', compactNumber(count));
}

/** A whole number: `1,234`. */
export function number(n: number): string {
  return numbers().format(n);
}

/** A count of tokens: `950`, `12K`, `1.2M`. */
export function compactNumber(n: number): string {
  return compact().format(n);
}

/** A share of 1: `42%`. */
export function percent(share: number): string {
  return percents().format(share);
}

/** `A, B, and C`. */
export function list(items: readonly string[]): string {
  return both().format(items);
}

export function money(amount: number, currency: string): string {
  try {
    return atLeast(amount, new Intl.NumberFormat(locale, { style: 'currency', currency }));
  } catch {
    // An agent can name anything as its currency.
    return `${atLeast(amount, tenths())} ${currency}`;
  }
}

/** What isn't nothing never reads as nothing: `< $0.01`. */
function atLeast(amount: number, format: Intl.NumberFormat): string {
  const least = 10 ** -(format.resolvedOptions().maximumFractionDigits ?? 0);
  return amount > 0 && amount < least / 2 ? `< ${format.format(least)}` : format.format(amount);
}

/** The size of a file: `950 bytes`, `12 kB`, `4.2 MB`. */
export function byteSize(size: number): string {
  if (size < 1_000) return formats.text(bytes().format(size));
  const [format, by] = size < 1_000_000 ? [kilobytes, 1_000] : [megabytes, 1_000_000];
  const n = size / by;
  return formats.text(format().format(n < 10 ? n : Math.round(n)));
}

/** A length of time: `0.2 s`, `12 s`, `3 min 5 s`, `2 h 10 min`. */
export function duration(ms: number): string {
  if (ms < 10 * SECOND) return formats.seconds(tenths().format(Math.max(0, ms) / SECOND));
  return wholeDuration(ms);
}

/** A length of time that is still growing: `2 s`, `3 min 5 s`. */
export function wholeDuration(ms: number): string {
  if (ms < MINUTE_MS) return formats.seconds(number(Math.floor(Math.max(0, ms) / SECOND)));
  const minutes = Math.floor(ms / MINUTE_MS);
  const seconds = Math.floor((ms % MINUTE_MS) / SECOND);
  if (ms < HOUR_MS && seconds === 0) return formats.minutes(number(minutes));
  if (ms < HOUR_MS) return formats.minutesAndSeconds(number(minutes), number(seconds));
  if (minutes % 60 === 0) return formats.hours(number(minutes / 60));
  return formats.hoursAndMinutes(number(Math.floor(minutes / 60)), number(minutes % 60));
}

/** A length of time for which seconds do not matter: `12 s`, `3 min`, `2 h 10 min`. */
export function roughDuration(ms: number): string {
  return ms < MINUTE_MS ? wholeDuration(ms) : wholeDuration(ms - (ms % MINUTE_MS));
}

/** How long ago, in as few letters as possible: `now`, `5 min`, `3 h`, `2 d`, after a week the date. */
export function ago(at: number, now: number): string {
  const ms = now - at;
  if (ms < MINUTE_MS) return formats.now;
  if (ms < HOUR_MS) return formats.minutes(number(Math.floor(ms / MINUTE_MS)));
  if (ms < DAY_MS) return formats.hours(number(Math.floor(ms / HOUR_MS)));
  if (ms < 7 * DAY_MS) return formats.days(number(Math.floor(ms / DAY_MS)));
  return formats.text(days().format(at));
}

/** The time of day, or the date as well if that was another day. */
export function timeOf(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return formats.text((isToday ? hours : moments)().format(at));
}

/** The time of day. */
export function clockTime(at: number): string {
  return formats.text(hours().format(at));
}

/** The day of a message: `Tuesday, November 17`, with the year if it isn't this one. It doesn't say `today`, which would be wrong tomorrow. */
export function dayName(at: number, now: number): string {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return formats.text((isThisYear ? weekdays : weekdaysWithYear)().format(at));
}

/** The day, with its year. */
export function date(at: number): string {
  return formats.text(years().format(at));
}
