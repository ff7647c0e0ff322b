import type { AcpBridgeApi } from '../../server/protocol/rpc.js';

/** Fetches the trace of a session, part by part, as one text of JSON lines. */
export async function fetchTrace(
  api: Pick<AcpBridgeApi, 'get_trace'>,
  sessionId: string,
  withContents: boolean,
): Promise<{ fileName: string; text: string }> {
  let page = await api.get_trace(sessionId, withContents, null, 0);
  const parts = [...page.lines];
  while (page.next !== null) {
    page = await api.get_trace(sessionId, withContents, page.traceId, page.next);
    parts.push(...page.lines);
  }
  return { fileName: page.fileName, text: `${parts.join('\n')}\n` };
}
