import type { SettingsCause, SettingsProblem } from '../../server/protocol/api/settings-problem.js';
import type { StorageTrouble } from '../../server/protocol/storage-trouble.js';
import { catalogue } from '../ui/catalogue.js';
import { asSentence, codeWords, wordsFor } from './by-code.js';

const STORAGE = codeWords<StorageTrouble>({
  full: 'The disk is full. Nothing can be saved until there is room again.',
  locked: 'Another program has locked the history file. Nothing can be saved until it lets go.',
  corrupt: 'The history file is damaged. Restart AcDeck: it sets the file aside and starts a new one.',
  newer: 'The history file was written by a newer version of AcDeck. Update AcDeck.',
  in_use: 'Another AcDeck is using the history file.',
  conflict: 'Another AcDeck has written to this session.',
  closed: 'The history file was closed.',
  failed: ({ said }) => `The history file can’t be used: ${said}`,
});

/** Why nothing can be saved. */
export function storageText(trouble: StorageTrouble): string {
  return wordsFor(STORAGE, trouble) ?? REST.storage;
}

const CAUSES = codeWords<SettingsCause>({
  missing: 'The file doesn’t exist.',
  not_a_file: 'It isn’t a file.',
  link: 'It’s a link. It has to be a file.',
  open_to_all: 'Anyone can change it. Run chmod 600 on it.',
  of_another_user: 'It belongs to another user.',
  too_large: ({ kilobytes }) => `It’s larger than ${kilobytes} kB.`,
  nested_too_deeply: ({ key }) => `“${key}” is nested too deeply.`,
  several_documents: 'It holds several YAML documents. Only one is allowed.',
  unknown_key: ({ key }) => `There is no setting called “${key}”.`,
  not_for_folders: ({ key }) => `“${key}” can only be set in your own settings, not by a folder.`,
  nothing_hidden: ({ key }) => `“${key}” has no hidden value to keep. Enter one.`,
  bad_key: ({ key }) => `${key} can’t be a key.`,
  unreadable: ({ said }) => `It can’t be read (${said}).`,
  too_many_aliases: ({ key, said }) => `“${key}” refers to itself too often: ${asSentence(said)}`,
  bad_syntax: ({ said }) => asSentence(said),
  bad_value: ({ key, said }) => (key === '' ? asSentence(said) : `“${key}”: ${asSentence(said)}`),
  bad_name: ({ key, said }) => `“${key}” ${asSentence(said)}`,
});

const REST = catalogue({
  storage: 'Nothing can be saved right now.',
  cause: 'It can’t be used.',
  line: (file: string, line: number) => `${file}, line ${line}`,
});

/** What is wrong with a settings file, and where. */
export function settingsProblemText({ file, line, cause }: SettingsProblem): string {
  const place = line === undefined ? file : REST.line(file, line);
  return `${place}: ${wordsFor(CAUSES, cause) ?? REST.cause}`;
}
