import { z } from 'zod';
import { readApart } from '../imports/read-apart.js';
import { IMPORT_LIMITS } from '../protocol/api/conversation-file.js';
import { USAGE_LIMITS } from '../protocol/api/usage-report.js';
import { LIMITS } from '../protocol/limits.js';
import { takePart, takeParts } from './import-parts.js';
import {
  count,
  draftChips,
  id,
  line,
  manyIds,
  searchScope,
  seq,
  sessionFilter,
  sessionMark,
  sessionPlace,
  words,
} from './schemas.js';
import type { ServedClass } from './served-class.js';

/** Which sessions there are. */
export const Sessions: ServedClass<'Sessions'> = {
  create: { args: [id.nullable()], run: ({ sessions, act }, agentId) => sessions.create(act, agentId) },
  use_agent: { args: [id], run: ({ sessions, act }, ...args) => sessions.useAgent(act, ...args) },
  brief: { args: [id], run: ({ sessions }, sessionId) => sessions.brief(sessionId) },
  hand_over: {
    args: [id, line(LIMITS.briefingChars)],
    run: ({ sessions, act }, ...args) => sessions.handOverTo(act, ...args),
  },
  open: { args: [id], run: ({ sessions }, sessionId) => sessions.open(sessionId) },
  find_home: { args: [id], run: ({ sessions }, sessionId) => sessions.home(sessionId) },
  list: {
    args: [sessionFilter.nullish(), sessionPlace.nullish(), count(LIMITS.listPage).nullish()],
    run: ({ sessions }, filter, after, limit) => sessions.page(filter ?? {}, after ?? null, limit ?? LIMITS.listPage),
  },
  list_from_agents: { args: [id.nullable()], run: ({ sessions }, agentId) => sessions.askAgents(agentId) },
  look_at: {
    args: [z.array(id).max(LIMITS.shownSessions)],
    run: ({ shelf, tab }, ids) => {
      shelf.lookAt(tab, ids);
      return null;
    },
  },
  mark: { args: [manyIds, sessionMark], run: ({ shelf, act }, ...args) => shelf.mark(act, ...args) },
  delete_many: { args: [manyIds], run: ({ sessions }, ids) => sessions.removeMany(ids) },
  search: {
    args: [words(LIMITS.queryChars), count(LIMITS.searchHits), searchScope.nullish()],
    run: ({ sessions }, query, limit, scope) => sessions.search(query, limit, scope ?? {}),
  },
  import_part: {
    args: [id, seq, z.string().max(IMPORT_LIMITS.partChars)],
    run: ({ tab }, ...args) => takePart(tab, ...args),
  },
  import: {
    args: [id],
    run: ({ sessions, act, tab }, importId) => sessions.importCopy(act, () => readApart(takeParts(tab, importId))),
  },
  get_usage: { args: [count(USAGE_LIMITS.days)], run: ({ sessions }, days) => sessions.usage(days) },
  get_excerpt: { args: [id], run: ({ sessions }, sessionId) => sessions.excerpt(sessionId) },
  rename: { args: [line(LIMITS.titleChars)], run: ({ acts, act }, ...args) => acts.rename(act, ...args) },
  suggest_title: { args: [], run: ({ sessions, act }, sessionId) => sessions.suggestTitle(act, sessionId) },
  delete: { args: [], run: ({ sessions, act }, sessionId) => sessions.remove(act, sessionId) },
  update_from_agent: { args: [], run: ({ acts, act }, sessionId) => acts.updateFromAgent(act, sessionId) },
  answer_old_session: {
    args: [z.boolean()],
    run: ({ acts, act }, ...args) => acts.answerOldSession(act, ...args),
  },
  set_draft: {
    args: [id, words(LIMITS.draftChars), draftChips.nullish()],
    run: ({ sessions, tab }, sessionId, text, chips) => sessions.setDraft(tab, sessionId, text, chips ?? []),
  },
};
