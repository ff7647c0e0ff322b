import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { SignInQuestion } from '../../protocol/api/agent-sign-in.js';
import { ScriptedError, SILENCE } from '../../testing/scripted-agent.rig.js';
import { until } from '../../testing/until.rig.js';
import { connectScripted, Ear, faultWith, initializeScripted } from '../connection/connection.rig.js';
import { isAlive, notedPids, untilDead } from '../process/process.rig.js';
import { loginHost } from './auth.rig.js';
import { AuthQuestions } from './auth-questions.js';

const nobody = async () => ({ action: 'cancel' as const });

const refused = () => {
  throw new ScriptedError(-32000, 'No API key');
};

describe('a refusal for want of a sign-in', () => {
  it('[AU4] is one at new, load and prompt, by its code', async (t) => {
    const { signIns, connection, open } = await initializeScripted(t, { loadSession: true }, {});
    const session = await open();
    assert.deepEqual(signIns, [null]);
    const again = await initializeScripted(
      t,
      { loadSession: true },
      { 'session/new': refused, 'session/load': refused, 'session/prompt': refused },
    );
    const help = { kind: 'command', command: 'scripted login' };
    const trouble = { code: 'sign_in_needed', agent: 'Scripted', said: 'No API key', help };
    await assert.rejects(again.open(), { code: -32000, trouble });
    await assert.rejects(again.open(new Ear(), 's9'), { code: -32000, trouble });
    assert.deepEqual(again.signIns, [trouble, trouble]);
    assert.ok(session.facts.agentSessionId && connection.profile);
  });

  it('[AU4] is one too in the words of goose, which are no missing session', async (t) => {
    const goose = () => {
      throw new ScriptedError(-32603, 'Failed to resolve provider');
    };
    const scripted = await initializeScripted(
      t,
      { loadSession: true },
      { 'session/new': goose, 'session/load': goose },
    );
    await assert.rejects(scripted.open(new Ear(), 's9'), { code: -32000 });
    assert.equal(scripted.agent.calls('session/new').length, 0);
    await assert.rejects(scripted.open(), faultWith('sign_in_needed', { said: 'Failed to resolve provider' }));
    assert.equal(scripted.signIns.length, 2);
  });

  it('[AU5] of a prompt is over when a prompt works, not when a session opens', async (t) => {
    const { agent, signIns, open } = await initializeScripted(t, {}, { 'session/prompt': refused });
    const session = await open();
    await assert.rejects(session.prompt([{ type: 'text', text: 'go' }]), { code: -32000 });
    const before = signIns.length;
    await open();
    assert.equal(signIns.length, before);
    agent.on('session/prompt', () => ({ stopReason: 'end_turn' }));
    await session.prompt([{ type: 'text', text: 'go' }]);
    assert.equal(signIns.at(-1), null);
  });
});

describe('authenticate', () => {
  it('[AU7] gets the id of the way, and has no time limit', async (t) => {
    const timers: number[] = [];
    const after = (ms: number) => {
      timers.push(ms);
      return () => {};
    };
    const clock = { now: () => 0, ticks: () => 0, after };
    const { agent, connection, signIns } = connectScripted(t, { authenticate: () => ({}) }, { clock });
    await connection.initialize();
    await connection.authenticate('browser', new AbortController().signal, nobody);
    assert.deepEqual(agent.calls('authenticate')[0]?.params, { methodId: 'browser' });
    assert.deepEqual([timers, signIns], [[60_000], [null]]);
    agent.on('authenticate', () => {
      throw new ScriptedError(-32603, 'The browser was closed');
    });
    await assert.rejects(connection.authenticate('browser', new AbortController().signal, nobody), {
      message: 'The browser was closed',
    });
  });

  it('[AU28] lets the agent ask for an address or a form meanwhile, and for nothing after', async (t) => {
    const noted: unknown[] = [];
    const onMessage = (...message: unknown[]) => void noted.push(message);
    const { agent, connection } = connectScripted(t, { authenticate: () => SILENCE }, { onMessage });
    await connection.initialize();
    const questions = new AuthQuestions((shown) => shown && seen.push(shown));
    const seen: SignInQuestion[] = [];
    const control = new AbortController();
    const waiting = assert.rejects(connection.authenticate('device', control.signal, questions.ask));
    const { id: requestId } = await agent.waitFor(({ method }) => method === 'authenticate');
    const page = { mode: 'url', message: 'Enter ABCD', url: 'https://id.example/d', elicitationId: 'e1', requestId };
    const opened = agent.request('elicitation/create', page);
    await until(() => seen.length === 1);
    assert.equal(questions.answer('nonsense', { action: 'accept' }), false);
    assert.equal(questions.answer(seen[0]!.id, { action: 'accept' }), true);
    assert.deepEqual((await opened).result, { action: 'accept' });
    assert.deepEqual([seen[1]?.isAnswered, seen[1]?.question.message], [true, 'Enter ABCD']);
    const form = { mode: 'form', message: 'Key', requestedSchema: { type: 'object', properties: {} }, requestId };
    const filled = agent.request('elicitation/create', form);
    await until(() => seen.length === 3);
    questions.answer(seen[2]!.id, { action: 'accept', content: { key: 'secret' } });
    assert.deepEqual((await filled).result, { action: 'accept', content: { key: 'secret' } });
    assert.ok(noted.length > 4 && !JSON.stringify(noted).includes('secret'), 'no log has it');
    control.abort();
    await waiting;
    assert.equal((await agent.request('elicitation/create', form)).error?.code, -32002);
  });

  it('[AU8] is taken back when it is called off', async (t) => {
    const { agent, connection } = await initializeScripted(t, {}, { authenticate: () => SILENCE });
    const control = new AbortController();
    const waiting = assert.rejects(connection.authenticate('slow', control.signal, nobody));
    const { id } = await agent.waitFor(({ method }) => method === 'authenticate');
    control.abort();
    await waiting;
    const taken = await agent.waitFor(({ method }) => method === '$/cancel_request');
    assert.deepEqual(taken.params, { requestId: id });
  });
});

describe('signing in to an agent', () => {
  it('[AU4] [AU7] begins with a refusal, shows the ways, and ends with an agent that is ready', async (t) => {
    const { host, auth, until, untilAttempt, folder } = loginHost(t);
    const link = await host.connect('login');
    const open = () => link.openSession({ cwd: folder, agentSessionId: null, replay: 'drop' }, new Ear());
    await assert.rejects(open(), { code: -32000 });
    const { health, signIn } = await until('needs_login');
    assert.equal(health.state === 'needs_login' && health.trouble.code, 'sign_in_needed');
    assert.deepEqual(
      signIn?.methods.map(({ id, kind }) => `${id} ${kind}`),
      ['browser agent', 'slow agent', 'vain agent', 'console terminal', 'helper terminal'],
    );
    auth.start({ methodId: 'browser', consent: null });
    assert.equal(auth.state?.attempt?.state, 'running');
    await until('ready');
    await untilAttempt('none');
    await open();
  });

  it('[AU8] is done one at a time, and can be called off', async (t) => {
    const { host, auth } = loginHost(t);
    await host.connect('login');
    auth.start({ methodId: 'slow', consent: null });
    assert.throws(() => auth.start({ methodId: 'browser', consent: null }), { kind: 'conflict' });
    assert.throws(() => auth.signOut(), { kind: 'conflict' });
    auth.cancel();
    assert.equal(auth.state?.attempt, null);
    assert.throws(() => auth.start({ methodId: 'nonsense', consent: null }), { kind: 'not_found' });
  });

  it('[AU9] can be undone where the agent offers that', async (t) => {
    const { host, auth, until, untilAttempt, notes } = loginHost(t);
    await host.connect('login');
    auth.start({ methodId: 'browser', consent: null });
    await untilAttempt('none');
    auth.signOut();
    await until('needs_login');
    assert.ok(!existsSync(`${notes}.token`));
    const plain = await initializeScripted(t);
    assert.equal(plain.connection.profile.canSignOut, false);
  });

  it('[AU6] takes the ways that come with a refusal', async (t) => {
    const { host, auth } = loginHost(t);
    await host.connect('login');
    auth.learnMethods([{ id: 'openai', name: 'Key', _meta: { type: 'terminal', args: ['auth'] } }]);
    assert.deepEqual(
      auth.state?.methods.map(({ id }) => id),
      ['openai'],
    );
    auth.learnMethods([]);
    assert.equal(auth.state?.methods.length, 1, 'none means those of before');
  });
});

describe('a sign-in that only seemed to work', () => {
  for (const where of ['session/new', 'session/load', 'session/prompt']) {
    it(`[AU29] is told as failed when ${where} is refused again, by each way, until one works`, async (t) => {
      const { host, folder, auth, untilAttempt, untilShown } = loginHost(t, where);
      const use = async () => {
        const link = await host.connect('login');
        const agentSessionId = where === 'session/load' ? 's1' : null;
        const session = await link.openSession({ cwd: folder, agentSessionId, replay: 'drop' }, new Ear());
        await session.prompt([{ type: 'text', text: 'go' }]);
      };
      const refusedAgain = async (methodId: string) => {
        await assert.rejects(use(), { code: -32000 });
        const failed = await untilAttempt('failed');
        const trouble = { code: 'said', text: 'Authentication required' };
        assert.deepEqual([failed?.methodId, failed?.trouble], [methodId, trouble]);
      };
      await assert.rejects(use(), { code: -32000 });
      assert.equal(auth.state?.attempt, null, 'nobody has tried yet');
      auth.start({ methodId: 'vain', consent: null });
      await untilAttempt('none');
      await refusedAgain('vain');
      auth.start({ methodId: 'console', consent: null });
      const { id } = (await untilAttempt('running'))!;
      await untilShown(/Word: /);
      auth.input(id, 'vain\r');
      await untilAttempt('none');
      await refusedAgain('console');
      auth.start({ methodId: 'browser', consent: null });
      await untilAttempt('none');
      await use();
      assert.equal(auth.state?.attempt, null);
    });
  }
});

describe('a sign-in terminal', () => {
  it('[AU2] [AU11] runs the agent’s own program, and exit code 0 starts the agent anew', async (t) => {
    const login = loginHost(t);
    await login.host.connect('login');
    login.auth.start({ methodId: 'console', consent: null });
    const { id } = (await login.untilAttempt('running'))!;
    assert.match(await login.untilShown(/Word: /), /to the login agent, you\./);
    login.auth.input(id, 'good\r');
    await login.untilAttempt('none');
    await login.until('starting');
    await login.until('ready');
    const link = await login.host.connect('login');
    await link.openSession({ cwd: login.folder, agentSessionId: null, replay: 'drop' }, new Ear());
    const notes = readFileSync(login.notes, 'utf8');
    assert.equal(notes.match(/^start/gm)?.length, 2, 'two processes in all');
    assert.doesNotMatch(notes, /^authenticate/m);
    assert.equal(login.auth.output, null, 'nothing of it is left');
  });

  it('[AU11] that ends otherwise is told, stays readable, and can be tried again', async (t) => {
    const login = loginHost(t);
    await login.host.connect('login');
    login.auth.start({ methodId: 'console', consent: null });
    const first = (await login.untilAttempt('running'))!;
    await login.untilShown(/Word: /);
    login.auth.input(first.id, 'wrong\r');
    const failed = (await login.untilAttempt('failed'))!;
    assert.deepEqual(failed.trouble, { code: 'command_failed', end: { exitCode: 3, signal: null } });
    assert.match(login.auth.output!.text, /Word: /);
    assert.throws(() => login.auth.input(first.id, 'late'), { kind: 'not_found' });
    assert.equal(readFileSync(login.notes, 'utf8').match(/^start/gm)?.length, 1, 'the agent was left alone');
    login.auth.start({ methodId: 'console', consent: null });
    assert.equal((await login.untilAttempt('running'))!.trouble, null);
  });

  it('[AU12] of the agent’s choice runs only with consent to that very line', async (t) => {
    const login = loginHost(t);
    await login.host.connect('login');
    const line = login.commandLine('helper');
    assert.match(line, /login-agent\.mjs .* sign-in$/);
    for (const consent of [null, '', `${line} `, login.commandLine('console')]) {
      assert.throws(() => login.auth.start({ methodId: 'helper', consent }), { kind: 'conflict' });
    }
    login.auth.start({ methodId: 'helper', consent: line });
    await login.untilShown(/nobody\. Word: /);
  });

  it('[AU13] that is called off leaves nothing behind', async (t) => {
    const login = loginHost(t);
    await login.host.connect('login');
    login.auth.start({ methodId: 'console', consent: null });
    const { id } = (await login.untilAttempt('running'))!;
    await login.untilShown(/Word: /);
    login.auth.input(id, 'stay\r');
    const pids = await notedPids(login.notes, 2);
    assert.equal(pids.filter(isAlive).length, 2, 'two were alive before');
    login.auth.cancel();
    assert.equal(login.auth.state?.attempt, null);
    await untilDead(pids);
  });

  it('[AU13] ends with the server', async (t) => {
    const login = loginHost(t);
    await login.host.connect('login');
    login.auth.start({ methodId: 'console', consent: null });
    const { id } = (await login.untilAttempt('running'))!;
    login.auth.input(id, 'stay\r');
    const pids = await notedPids(login.notes, 2);
    await login.host.stopAll();
    assert.deepEqual(pids.filter(isAlive), []);
  });

  it('[AU14] keeps the newest of what it has shown, and counts the rest', async (t) => {
    const login = loginHost(t);
    await login.host.connect('login');
    login.auth.start({ methodId: 'console', consent: null });
    const { id } = (await login.untilAttempt('running'))!;
    login.auth.input(id, 'flood\r');
    const text = await login.untilShown(/ebb/);
    assert.ok(text.length <= 128 * 1024, `${text.length} are kept`);
    assert.ok(login.auth.output!.offset + text.length > 1_000_000);
  });

  it('[AU10] is not offered where there are none, and the command is there to be copied', async (t) => {
    const login = loginHost(t, 'session/new', { loadPty: async () => null });
    await login.host.connect('login');
    const method = login.auth.state?.methods.find(({ id }) => id === 'console');
    assert.deepEqual([method?.kind, method?.kind === 'terminal' && method.canRun], ['terminal', false]);
    assert.throws(() => login.auth.start({ methodId: 'console', consent: null }), {
      reason: { code: 'no_sign_in_terminal' },
    });
    for (const offersAuthTerminal of [true, false]) {
      const { agent, connection } = connectScripted(t, {}, { offersAuthTerminal });
      await connection.initialize();
      assert.deepEqual(
        agent.heard[0]?.params.clientCapabilities.auth,
        offersAuthTerminal ? { terminal: true } : undefined,
      );
    }
  });
});
