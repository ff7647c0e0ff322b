import { join } from 'node:path';
import { says, ToldApp, type ToldTurn } from '../rigs/told-app.rig.js';
import { type Camera, SCREENS } from './camera.js';

const FILE = 'src/upload.ts';
const BEFORE = `import { send } from './network.js';

/** Sends a file to the store. */
export async function upload(file: Blob): Promise<void> {
  await send(file);
}
`;
const AFTER = `import { send } from './network.js';

const TRIES = 3;

/** Sends a file to the store; a network that drops is given three tries. */
export async function upload(file: Blob): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(file);
    } catch (error) {
      if (attempt === TRIES) throw error;
    }
  }
}
`;

const call = (toolCallId: string, kind: string, title: string, more: object = {}) => ({
  ...{ sessionUpdate: 'tool_call', toolCallId, kind, title, status: 'completed' },
  ...more,
});

const OPTIONS = [
  { optionId: 'yes', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'always', name: 'Always allow', kind: 'allow_always' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
];

function turnIn(folder: string): ToldTurn {
  const path = join(folder, FILE);
  const content = [{ type: 'diff', path, oldText: BEFORE, newText: AFTER }];
  const edit = { toolCallId: 'edit', kind: 'edit', title: `Edit ${FILE}`, locations: [{ path, line: 7 }], content };
  const test = { toolCallId: 'test', kind: 'execute', title: 'npm test -- upload', status: 'pending' };
  const ask = (toolCall: object) => ({
    method: 'session/request_permission',
    params: { toolCall, options: OPTIONS },
  });
  const tell = (update: object) => ({ method: 'session/update', params: { update } });
  return {
    updates: [
      says('I will look at how uploads are sent, and who calls them.', 'one'),
      call('read', 'read', `Read ${FILE}`, { locations: [{ path }] }),
      call('search', 'search', 'Search for upload( in src'),
      says(
        '`upload` gives up at the first error. I will give it **three tries**; the last error is thrown as before.',
        'two',
      ),
    ],
    requests: [
      ask({ ...edit, status: 'pending' }),
      tell({ sessionUpdate: 'tool_call_update', ...edit, status: 'completed' }),
      tell(says('That is the change. Now I would like to run its tests.', 'three')),
      ask({ ...test, rawInput: { command: 'npm test -- upload' } }),
    ],
  };
}

/** The pictures of the README: a change and a question, the work panel, a phone. */
export async function shootTour(camera: Camera): Promise<void> {
  const turns = (folder: string) => [turnIn(folder)];
  const play = { turns, files: { [FILE]: AFTER }, agentName: 'Copilot', folderName: 'orbit' };
  await ToldApp.use(play, async ({ app }) => {
    const tab = await app.open();
    // So high that the end of the request is in sight.
    await tab.page.setViewportSize(SCREENS.desktop);
    await tab.prompt('Uploads fail when the network drops for a moment. Make them try again.');
    await tab.answer('Allow');
    await tab.permission.getByText('npm test -- upload').first().waitFor();
    await tab.conversation.getByRole('button', { name: /^Edited/ }).click();
    await tab.permission.getByRole('button', { name: 'Deny with a note…' }).click({ trial: true });
    // What is counted and coloured beside the page comes a moment later.
    await tab.page.getByRole('group', { name: 'Changes' }).getByText('+10').waitFor();
    await tab.conversation.locator('.diff-row [class^=tk-]').first().waitFor();
    await camera.shoot(tab.page, 'tour-question');
    await tab.page.keyboard.press('Control+Shift+D');
    await tab.page.getByRole('complementary', { name: 'Work panel' }).getByRole('row').first().waitFor();
    await camera.shoot(tab.page, 'tour-work');
  });
}
