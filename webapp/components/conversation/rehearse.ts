import { html, render } from 'lit';
import { reduceTranscript } from '../../../server/protocol/session/reduce.js';
import type { LoggedEvent } from '../../../server/protocol/session/session-event.js';
import { snapshotOf } from '../../../server/protocol/transcript/snapshot.js';
import { emptyTranscript } from '../../../server/protocol/transcript/transcript.js';
import { SessionStore } from '../../state/session/session-store.js';
import { placeFor } from './entry-place.js';
import './transcript-view.js';

const PROMPT: LoggedEvent = {
  ...{ type: 'prompt_sent', promptId: '', content: [{ type: 'text', text: '.' }], seq: 1, at: 0 },
  by: { kind: 'device', device: '' },
};

/**
 * Draws a message once where nobody sees it, so that the first one that is sent does not wait for templates, styles and
 * formats to be made. It comes and goes within one task.
 */
export async function rehearse(): Promise<void> {
  const transcript = reduceTranscript(emptyTranscript, PROMPT);
  const store = new SessionStore(
    {
      get_current_state: async () => ({ kind: 'snapshot', epoch: '', snapshot: snapshotOf(transcript), live: true }),
      get_entries: async () => ({ epoch: '', seq: 0, first: 0, entries: [] }),
    } as unknown as ConstructorParameters<typeof SessionStore>[0],
    '',
  );
  await store.catchUp();
  const stage = document.createElement('div');
  stage.hidden = true;
  stage.inert = true;
  document.body.append(stage);
  const place = placeFor(null, { app: null, session: null, agent: null, transcript });
  render(html`<transcript-view .store=${store} .place=${place}></transcript-view>`, stage);
  await stage.querySelector('transcript-view')?.updateComplete;
  await stage.querySelector('transcript-entry')?.updateComplete;
  await stage.querySelector('user-message')?.updateComplete;
  stage.remove();
}
