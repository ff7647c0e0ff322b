import type { RuleDraft } from '../../server/protocol/api/permission-rule.js';
import { catalogue } from '../ui/catalogue.js';
import { ownWord } from './rule-words.js';

const RULES = catalogue({
  allow: (who: string, deed: string, title: string, where: string) => `Allow ${who} to ${deed}${title} ${where}.`,
  deny: (who: string, deed: string, title: string, where: string) => `Never let ${who} ${deed}${title} ${where}.`,
  anyAgent: 'any agent',
  anyFolder: 'in any folder',
  inFolder: (name: string) => `in ${name}`,
  withTitle: (title: string) => ` with the title “${title}”`,
  filesLike: (glob: string) => `files that match ${glob}`,
  runExactly: (command: string) => `run exactly “${command}”`,
  runHarmless: (command: string) => `run “${command}” with harmless options`,
  runAny: (command: string) => `run any command that begins with “${command}”`,
  onFiles: (deed: string, files: string) => `${deed} on ${files}`,
  useTools: (toolKind: string) => `use “${toolKind}” tools`,
  anything: 'do anything',
  toFiles: {
    read: (files: string) => `read ${files}`,
    edit: (files: string) => `edit ${files}`,
    delete: (files: string) => `delete ${files}`,
    move: (files: string) => `move ${files}`,
    search: (files: string) => `search in ${files}`,
  },
  kinds: {
    read: 'read files',
    edit: 'edit files',
    delete: 'delete files',
    move: 'move files',
    search: 'search',
    execute: 'run commands',
    think: 'think',
    fetch: 'fetch from the web',
    switch_mode: 'change the mode',
    other: 'use other tools',
  },
});

/** A rule as a sentence; `names` are what people call agents. */
export function ruleSentence(rule: RuleDraft, names: (agentId: string) => string = (id) => id): string {
  const who = rule.agentId === null ? RULES.anyAgent : names(rule.agentId);
  const where = rule.folder === null ? RULES.anyFolder : RULES.inFolder(rule.folder.split('/').at(-1) || rule.folder);
  const title = rule.title === null ? '' : RULES.withTitle(rule.title);
  return RULES[rule.effect === 'allow' ? 'allow' : 'deny'](who, deedText(rule), title, where);
}

function deedText({ effect, command, path, toolKind }: RuleDraft): string {
  const files = path === null ? '' : filesText(path);
  if (command) {
    const run = command.isPrefix ? prefixText(effect, command.text) : RULES.runExactly(command.text);
    return files ? RULES.onFiles(run, files) : run;
  }
  if (!files) return toolKind === null ? RULES.anything : (ownWord(RULES.kinds, toolKind) ?? RULES.useTools(toolKind));
  const verb = toolKind === null ? undefined : ownWord(RULES.toFiles, toolKind);
  if (verb) return verb(files);
  return RULES.onFiles(toolKind === null ? RULES.anything : RULES.useTools(toolKind), files);
}

function filesText(path: string): string {
  const isGlob = /[*?[{]/.test(path.replace(/\\./g, ''));
  return isGlob ? RULES.filesLike(path) : path.replace(/\\(.)/g, '$1');
}

/** What is allowed has limits that what is denied has not. */
function prefixText(effect: RuleDraft['effect'], text: string): string {
  return effect === 'allow' ? RULES.runHarmless(text) : RULES.runAny(text);
}
