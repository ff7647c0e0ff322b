import type { RuleDraft } from '../../server/protocol/permission-rule.js';

/** How far a rule reaches, in a few words beside its pattern. */
export function ruleScope({ command, path, title }: RuleDraft): string {
  if (command) return command.isPrefix ? 'whatever begins so' : 'only this very command';
  if (path === '**') return 'all files of the project';
  if (path) return /[*?[{]/.test(path.replace(/\\./g, '')) ? 'all files in there' : 'only this file';
  return title ? 'calls with this very title' : 'all calls of this kind';
}
