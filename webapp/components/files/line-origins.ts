import type { RepoApi } from '../../../server/protocol/api/rpc.js';
import { ago } from '../../ui/format.js';
import type { LineOrigin } from './file-lines.js';
import { fileWords } from './words.js';

const AT_ONCE = 2_000;
/** Nobody reads further than this line by line. */
const MOST_LINES = 20_000;

/** Who wrote the lines of a file, or of a version of it, by their numbers. */
export async function readOrigins(
  repo: Pick<RepoApi, 'get_blame'>,
  path: string,
  version: string | null,
): Promise<Map<number, LineOrigin>> {
  const origins = new Map<number, LineOrigin>();
  const now = Date.now();
  let last: string | null | undefined;
  for (let from = 1; from <= MOST_LINES; ) {
    const { spans, commits } = await repo.get_blame(path, version, from, AT_ONCE);
    const known = new Map(commits.map((commit) => [commit.oid, commit]));
    const begun = from;
    for (const [oid, lines] of spans) {
      const commit = oid === null ? undefined : known.get(oid);
      const words = commit ? fileWords.blameOf(commit.author, ago(commit.at, now)) : fileWords.notCommitted;
      for (let n = 0; n < lines; n++, from++) {
        origins.set(from, { oid, words, subject: commit?.subject ?? '', isFirst: n === 0 && oid !== last });
      }
      last = oid;
    }
    if (from - begun < AT_ONCE) break;
  }
  return origins;
}
