import { z } from 'zod';
import { reportText } from './report-text.js';
import { defineTool, nameField } from './tool.js';

/** An agent that was asked to stop needs a moment. */
const STOP_SECONDS = 10;

export const stopTool = defineTool({
  name: 'stop',
  description: 'Stop a delegated task, with all that it has set to work. A finished task gives its answer.',
  input: z.strictObject({ name: nameField }),
  makesWork: true,
  isReadOnly: false,
  async run({ name }, { delegations, sessionId, signal }) {
    delegations.stop(sessionId, name);
    const [report] = await delegations.reports.wait(sessionId, [name], { seconds: STOP_SECONDS, signal });
    return reportText(report!);
  },
});
