import { measureCrowding } from '../../server/testing/patience.rig.js';

/** For the runner of component tests: tells pages how crowded the machine is. */
export const crowdingPlugin = {
  name: 'crowding',
  executeCommand: ({ command }: { command: string }) => (command === 'crowding' ? measureCrowding() : undefined),
};
