import { uploadOf } from '../protocol/uploads.js';
import type { SessionOptions } from './session.js';
import type { TurnRunnerOptions } from './turn-runner.js';

/** What the agent can take is asked when a prompt goes out: before that it may not have said so. */
export function filler({
  uploads,
  app,
  row,
}: Pick<SessionOptions, 'uploads' | 'app' | 'row'>): NonNullable<TurnRunnerOptions['fill']> {
  const nothing = { image: false, audio: false, embedded: false };
  return (content) => {
    if (!uploads || !content.some((block) => uploadOf(block) !== null)) return null;
    return uploads.fill(content, app.current.agents.find(({ id }) => id === row.agentId)?.prompt ?? nothing);
  };
}
