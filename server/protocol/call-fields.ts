const names = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** The command that rules judge. A person is shown the others as commands too; rules don't rely on those. */
export const COMMAND_NAMES = ['command', 'cmd'];
export const MAYBE_COMMANDS = names('commands script shell_command bash code');

/** The file that a call is about: the first of these that is there. */
export const FILES = (
  'path file_path filePath filepath fileName filename file absolute_path abs_path target_file file_name absolutePath targetFile ' +
  'notebook_path notebookPath'
).split(' ');
/** From where a file goes, and to where. */
export const MOVES = [
  ['source', 'destination'],
  ['from', 'to'],
  ['old_path', 'new_path'],
  ['oldPath', 'newPath'],
  ['src', 'dest'],
  ['source_path', 'destination_path'],
  ['sourcePath', 'destinationPath'],
] as const;
/** In a call that moves something the two may be named in other ways. */
export const SOURCES = [...MOVES.map(([from]) => from), ...FILES];
export const TARGETS = [...MOVES.map(([, to]) => to), 'target'];
/** Folders, which are where a command runs if there is one. */
export const FOLDERS = names('dir_path directory dir');
const OTHER_PATHS =
  'uri target output output_path outputPath output_file outputFile move_path movePath target_path targetPath folder ' +
  'target_directory parentDir';
/** Not in the tables of rules: a call with one of them isn't understood. */
export const MAYBE_PATHS = names('abs_path src source_path destination_path sourcePath destinationPath');
export const PATHS = new Set(
  [...FILES, ...MOVES.flat(), ...FOLDERS, ...names(OTHER_PATHS)].filter((name) => !MAYBE_PATHS.has(name)),
);
export const WORKDIRS = names('cwd workdir working_directory workingDirectory dir_path directory dir');
/** Lists of paths, or of things that have one. */
export const PATH_LISTS = names('paths files edits operations file_paths filePaths changes');
/** Other lists of what is done one after the other. */
export const MAYBE_STEPS = names('replacements steps');
/** Changes with the path as their key. */
export const PATH_MAPS = names('changes fileChanges file_changes');

/** Fields that bring a patch. */
export const PATCHES = names('input patch diff unified_diff unifiedDiff patchText patch_text');
/** What is replaced, and what takes its place. */
export const PAIRS = [
  ['before', 'after'],
  ['old_string', 'new_string'],
  ['oldString', 'newString'],
  ['old_str', 'new_str'],
  ['oldStr', 'newStr'],
  ['oldText', 'newText'],
  ['old_text', 'new_text'],
] as const;
/** A whole file, as it will be. */
export const WHOLE = ['content', 'contents', 'file_text', 'fileText'];
/** Everything that goes into a file. */
export const TEXTS = new Set([
  ...WHOLE,
  ...PAIRS.flat(),
  ...names('text insert_text insertText new_source newSource code_edit instructions instruction'),
]);
/** Words of editors, which call what they do with a file a command. */
export const EDITS = names(
  'create write str_replace insert undo_edit edit append overwrite replace delete rename move add update',
);
export const READS = names('view read');
export const URLS = names('url urls uri href');
/** What a search looks for, the most telling first. */
export const QUERIES = ['pattern', 'query', 'regex', 'glob'];
