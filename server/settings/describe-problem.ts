import type { SettingsCause, SettingsProblem } from '../protocol/api/settings-problem.js';
import { unreachable } from '../protocol/unreachable.js';

/** What is wrong with a settings file, for the terminal. The page has its own words for it. */
export function describeProblem({ file, line, cause }: SettingsProblem): string {
  const place = line === undefined ? file : `${file}, line ${line}`;
  return `${place}: ${describeCause(cause)}`;
}

function describeCause(cause: SettingsCause): string {
  switch (cause.code) {
    case 'missing':
      return "This file doesn't exist.";
    case 'not_a_file':
      return 'This is not a file.';
    case 'link':
      return 'This is a link; it has to be a file.';
    case 'open_to_all':
      return 'Anyone can change this file. Run chmod 600 on it.';
    case 'of_another_user':
      return 'This file belongs to another user.';
    case 'too_large':
      return `This file is larger than ${cause.kilobytes} kB.`;
    case 'nested_too_deeply':
      return `"${cause.key}" is nested too deeply.`;
    case 'several_documents':
      return 'This file holds several YAML documents; only one is allowed.';
    case 'unknown_key':
      return `There is no setting called "${cause.key}".`;
    case 'not_for_folders':
      return `"${cause.key}" can only be set in your own settings, not by a folder.`;
    case 'nothing_hidden':
      return `"${cause.key}" has no hidden value to keep.`;
    case 'bad_key':
      return `${cause.key} can't be a key.`;
    case 'unreadable':
      return `This file can't be read (${cause.said}).`;
    case 'too_many_aliases':
      return `"${cause.key}" refers to itself too often: ${cause.said}.`;
    case 'bad_syntax':
      return `${cause.said}.`;
    case 'bad_value':
      return cause.key === '' ? `${cause.said}.` : `"${cause.key}": ${cause.said}.`;
    case 'bad_name':
      return `"${cause.key}" ${cause.said}.`;
    default:
      return unreachable(cause);
  }
}
