import type { SessionSummary } from '../protocol/app-state.js';
import type { DraftChip } from '../protocol/draft.js';
import type { Done, SessionHit, SessionsApi } from '../protocol/rpc.js';
import type { Act, SessionService } from '../sessions/session-service.js';
import type { TabPort } from '../sessions/tab-port.js';
import type { Served } from './served.js';

/** Which sessions there are, as one tab may see and change it. Arguments were checked by the schemas. */
export class Sessions implements Served<SessionsApi> {
  readonly #tab: TabPort;
  readonly #sessions: SessionService;

  constructor(tab: TabPort, sessions: SessionService) {
    this.#tab = tab;
    this.#sessions = sessions;
  }

  create(cmdId: string, agentId: string | null): SessionSummary {
    return this.#sessions.create(this.#act(cmdId), agentId);
  }

  open(sessionId: string): SessionSummary {
    return this.#sessions.open(sessionId);
  }

  list(): SessionSummary[] {
    return this.#sessions.list();
  }

  search(query: string, limit: number): SessionHit[] {
    return this.#sessions.search(query, limit);
  }

  rename(cmdId: string, sessionId: string, title: string): Done {
    return this.#sessions.rename(this.#act(cmdId), sessionId, title);
  }

  delete(cmdId: string, sessionId: string): Done {
    return this.#sessions.remove(this.#act(cmdId), sessionId);
  }

  update_from_agent(cmdId: string, sessionId: string): Done {
    return this.#sessions.updateFromAgent(this.#act(cmdId), sessionId);
  }

  set_draft(sessionId: string, text: string, chips?: readonly DraftChip[] | null): null {
    this.#sessions.setDraft(this.#tab, sessionId, text, chips ?? []);
    return null;
  }

  #act(cmdId: string): Act {
    return { cmdId, by: { kind: 'device', device: this.#tab.device } };
  }
}
