import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { SessionEvent } from '../../../server/protocol/session/session-event.js';
import { asked, ended, prompt } from '../../../server/protocol/transcript/transcript.rig.js';
import { turnCommands } from '../../commands/turn-commands.js';
import { AppRig } from '../../state/app/app.rig.js';
import '../page/ac-app.js';
import '../conversation/transcript-view.js';
import { mount, until } from '../../ui/mount.rig.js';
import type { AcApp } from '../page/ac-app.js';

const form = (n: number): SessionEvent => {
  const question = {
    mode: 'form' as const,
    message: `Who ${n}?`,
    schema: { properties: { name: { type: 'string' } } },
  };
  return { type: 'question_asked', questionId: `q${n}`, question };
};

async function page(...events: SessionEvent[]) {
  const rig = await new AppRig().connect();
  const app = await mount<AcApp>(html`<ac-app .context=${rig.context}></ac-app>`);
  rig.server.append('s1', events);
  const buttons = () => [...(app.querySelector('question-dock')?.shadowRoot?.querySelectorAll('button') ?? [])];
  const dismissAll = () => buttons().find((button) => button.textContent?.includes('Dismiss all'));
  const stop = turnCommands.find(({ id }) => id === 'turn.stop')!;
  const canStop = () => stop.isAvailable!({ app: rig.context } as never);
  return { rig, app, buttons, dismissAll, canStop };
}

describe('requests while no turn runs', () => {
  it('[P33] can be dismissed together, which is one act', async () => {
    const { rig, app, dismissAll, canStop } = await page(
      prompt('hi'),
      ended(),
      form(1),
      form(2),
      asked('r3', { toolCallId: 't3', title: 'Run' }),
    );
    await until(dismissAll, 'the button');
    expect(dismissAll()!.textContent!.trim()).to.equal('Dismiss all (3)');
    expect(canStop()).to.equal(true);
    await expect(app.querySelector('question-dock')!).to.be.accessible();
    dismissAll()!.click();
    await until(() => rig.server.callsOf('AcpBridge.cancel').length === 1, 'the act');
    expect(rig.server.callsOf('AcpBridge.cancel')[0]![1]).to.equal('s1');
  });

  it('[P33] leave a single form as it is', async () => {
    const { buttons, dismissAll, canStop } = await page(prompt('hi'), ended(), form(1));
    await until(() => buttons().length > 0, 'the form');
    expect(dismissAll()).to.equal(undefined);
    expect(canStop()).to.equal(true);
  });

  it('[P33] are ended by Stop while the agent works', async () => {
    const { buttons, dismissAll, canStop } = await page(prompt('hi'), form(1), form(2));
    await until(() => buttons().length > 0, 'the form');
    expect(dismissAll()).to.equal(undefined);
    expect(canStop()).to.equal(true);
  });

  it('[P33] are nothing to stop once there are none', async () => {
    const { canStop } = await page(prompt('hi'), ended());
    expect(canStop()).to.equal(false);
  });
});
