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
import { call, command, inSession, type ServedClass } from './served-class.js';

/** Which sessions there are. */
export const Sessions: ServedClass<'Sessions'> = {
  create: command('full', [id.nullable()], ({ sessions, act }, agentId) => sessions.create(act, agentId)),
  use_agent: inSession('full', [id], ({ sessions, act }, ...args) => sessions.useAgent(act, ...args)),
  brief: call('full', [id], ({ sessions }, sessionId) => sessions.brief(sessionId)),
  hand_over: inSession('full', [id, line(LIMITS.briefingChars)], ({ sessions, act }, ...args) =>
    sessions.handOverTo(act, ...args),
  ),
  open: call('full', [id], ({ sessions }, sessionId) => sessions.open(sessionId)),
  find_home: call('full', [id], ({ sessions }, sessionId) => sessions.home(sessionId)),
  list: call(
    'viewer',
    [sessionFilter.nullish(), sessionPlace.nullish(), count(LIMITS.listPage).nullish()],
    ({ sessions }, filter, after, limit) => sessions.page(filter ?? {}, after ?? null, limit ?? LIMITS.listPage),
  ),
  list_from_agents: command('full', [id.nullable()], ({ sessions }, agentId) => sessions.askAgents(agentId)),
  look_at: call('approver', [z.array(id).max(LIMITS.shownSessions)], ({ shelf, tab }, ids) => {
    shelf.lookAt(tab, ids);
    return null;
  }),
  mark: command('full', [manyIds, sessionMark], ({ shelf, act }, ...args) => shelf.mark(act, ...args)),
  delete_many: command('full', [manyIds], ({ sessions }, ids) => sessions.removeMany(ids)),
  search: call(
    'viewer',
    [words(LIMITS.queryChars), count(LIMITS.searchHits), searchScope.nullish()],
    ({ sessions }, query, limit, scope) => sessions.search(query, limit, scope ?? {}),
  ),
  import_part: call('full', [id, seq, z.string().max(IMPORT_LIMITS.partChars)], ({ tab }, ...args) =>
    takePart(tab, ...args),
  ),
  import: command('full', [id], ({ sessions, act, tab }, importId) =>
    sessions.importCopy(act, () => readApart(takeParts(tab, importId))),
  ),
  get_usage: call('viewer', [count(USAGE_LIMITS.days)], ({ sessions }, days) => sessions.usage(days)),
  get_excerpt: call('viewer', [id], ({ sessions }, sessionId) => sessions.excerpt(sessionId)),
  rename: inSession('full', [line(LIMITS.titleChars)], ({ acts, act }, ...args) => acts.rename(act, ...args)),
  suggest_title: inSession('full', [], ({ sessions, act }, sessionId) => sessions.suggestTitle(act, sessionId)),
  delete: inSession('full', [], ({ sessions, act }, sessionId) => sessions.remove(act, sessionId)),
  update_from_agent: inSession('full', [], ({ acts, act }, sessionId) => acts.updateFromAgent(act, sessionId)),
  answer_old_session: inSession('full', [z.boolean()], ({ sessions, act }, sessionId, isWanted) =>
    sessions.writable(sessionId).agent.back.answer(act, isWanted),
  ),
  set_draft: call(
    'full',
    [id, words(LIMITS.draftChars), draftChips.nullish()],
    ({ sessions, tab }, sessionId, text, chips) => sessions.setDraft(tab, sessionId, text, chips ?? []),
  ),
};
