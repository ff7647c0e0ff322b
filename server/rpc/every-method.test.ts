import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { RpcError } from '../protocol/api/rpc-error.js';
import { OFFERED } from './offered-methods.js';
import { rootId } from './schemas.js';
import { Served } from './serve.rig.js';
import { argsOf, isTakenBy, ROOT, schemasOf, textPlaces } from './sound-args.rig.js';
import type { TestTab } from './test-tab.rig.js';

const UNHURRIED = { perSecond: 1e9, burst: 1e9 };
/** One value of each kind that JSON has. */
const KINDS = [null, true, -1.5, '', [], { no: 'such field' }];
/** More than a frame could hold. */
const ENDLESS = 'x'.repeat(5 * 1024 * 1024);
/** What these take is not passed on as it is: words to look for here, and a file that came in parts. */
const USED_HERE: ReadonlySet<string> = new Set(['AcpBridge.find_entries', 'Sessions.import']);

describe('every method', () => {
  let served: Served;
  let tab: TestTab;

  before(async () => {
    served = await Served.start({ hub: { rate: UNHURRIED } });
    tab = await served.openTab();
  });
  after(() => served.stop());

  const refusalOf = (method: string, args: readonly unknown[]) =>
    tab.call(method, ...args).then(
      () => assert.fail(`${method} takes ${JSON.stringify(args)}`),
      (error: unknown) => RpcError.from(error),
    );

  it('[R7] tells its services what was sent, in the same order, and which device acts', async () => {
    for (const { name, kind, args: schema } of OFFERED.values()) {
      if (name === 'Sessions.import_part') continue;
      const args = argsOf(name);
      const before = served.calls.length;
      await tab.call(name, ...args);
      const told = served.calls.slice(before).map(([, ...given]) => given);
      assert.ok(told.length > 0, `${name} reaches no service`);
      const acts = valuesIn(told, isAct);
      if (kind === 'session_command') assert.equal(acts.length, 1, `${name} tells nobody who acts`);
      for (const act of acts) assert.deepEqual(act, { cmdId: 'c', by: { kind: 'device', device: 'A browser' } });
      if (USED_HERE.has(name)) continue;
      const sent = leavesIn(schema.parse(args).slice(kind === 'call' ? 0 : 1));
      const arrived = leavesIn(told);
      const isOrdered = isWithin(
        sent.filter((leaf) => leaf !== ROOT),
        arrived,
      );
      assert.ok(isOrdered, `${name} was sent ${JSON.stringify(sent)}, its services ${JSON.stringify(arrived)}`);
      if (sent.includes(ROOT)) assert.ok(arrived.includes(ROOT), `${name} forgets the root`);
    }
  });

  it('[R4] [R46] refuses each argument of another kind, with a sentence that names it', async () => {
    const reached = served.calls.length;
    let tried = 0;
    for (const method of OFFERED.values()) {
      const args = argsOf(method.name);
      for (const [n, schema] of schemasOf(method).entries()) {
        const wrong = KINDS.filter((value) => !isTakenBy(schema, value));
        assert.ok(wrong.length >= KINDS.length / 2, `argument ${n + 1} of ${method.name} takes nearly anything`);
        for (const value of wrong) {
          const { name, message } = await refusalOf(method.name, args.with(n, value));
          assert.match(name, /^(bad_request|too_large)$/);
          const place = `${method.name} was called with wrong arguments: argument ${n + 1}`;
          assert.ok(message.startsWith(place), message);
          tried++;
        }
      }
    }
    assert.equal(served.calls.length, reached);
    assert.ok(tried > 1_500, `${tried} wrong arguments`);
  });

  it('[R46] refuses an argument too many, and one too few', async () => {
    const reached = served.calls.length;
    for (const method of OFFERED.values()) {
      const args = argsOf(method.name);
      await refusalOf(method.name, [...args, 'one more']);
      const needed = schemasOf(method).findLastIndex((schema) => !isTakenBy(schema, undefined));
      if (needed >= 0) await refusalOf(method.name, args.slice(0, needed));
    }
    assert.equal(served.calls.length, reached);
  });

  it('[R46] has a limit for each text that it takes', () => {
    for (const { name, args: schema } of OFFERED.values()) {
      for (const { place, withText } of textPlaces(argsOf(name))) {
        assert.equal(isTakenBy(schema, withText(ENDLESS)), false, `${name} takes any text at ${place}`);
      }
    }
  });

  it('[R46] names a root by the one schema of roots', () => {
    const methods = [...OFFERED.values()].filter((method) => schemasOf(method).includes(rootId));
    assert.ok(methods.length > 50, `${methods.length} methods`);
  });
});

function isAct(value: object): boolean {
  return 'cmdId' in value && 'by' in value;
}

/** All objects of a kind in a value, at any depth; a tab is not looked into. */
function valuesIn(value: unknown, is: (value: object) => boolean): object[] {
  if (!isPlain(value)) return [];
  return is(value) ? [value] : Object.values(value).flatMap((inner) => valuesIn(inner, is));
}

/** The texts, numbers and yeses of a value, in their order. */
function leavesIn(value: unknown): unknown[] {
  if (isPlain(value)) return Object.values(value).flatMap(leavesIn);
  return ['string', 'number', 'boolean'].includes(typeof value) ? [value] : [];
}

function isPlain(value: unknown): value is object {
  return Array.isArray(value) || (value instanceof Object && Object.getPrototypeOf(value) === Object.prototype);
}

/** Whether these values are among those, in this order. */
function isWithin(values: readonly unknown[], all: readonly unknown[]): boolean {
  let next = 0;
  for (const value of all) if (next < values.length && value === values[next]) next++;
  return next === values.length;
}
