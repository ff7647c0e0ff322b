import type { SVGTemplateResult } from 'lit';
import caseSensitive from 'lucide/dist/esm/icons/case-sensitive.mjs';
import download from 'lucide/dist/esm/icons/download.mjs';
import ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs';
import file from 'lucide/dist/esm/icons/file.mjs';
import folderGit from 'lucide/dist/esm/icons/folder-git-2.mjs';
import folderOpen from 'lucide/dist/esm/icons/folder-open.mjs';
import folderPlus from 'lucide/dist/esm/icons/folder-plus.mjs';
import link from 'lucide/dist/esm/icons/link.mjs';
import collapseAll from 'lucide/dist/esm/icons/list-chevrons-down-up.mjs';
import panelLeft from 'lucide/dist/esm/icons/panel-left.mjs';
import regex from 'lucide/dist/esm/icons/regex.mjs';
import wholeWord from 'lucide/dist/esm/icons/whole-word.mjs';
import zoomIn from 'lucide/dist/esm/icons/zoom-in.mjs';
import zoomOut from 'lucide/dist/esm/icons/zoom-out.mjs';
import { drawIcon } from '../../ui/icon.js';

/** Pictures that only the files need; the first page has no use for them. */
const FILE_ICONS = {
  caseSensitive,
  collapseAll,
  download,
  ellipsis,
  file,
  folderGit,
  folderOpen,
  folderPlus,
  link,
  panelLeft,
  regex,
  wholeWord,
  zoomIn,
  zoomOut,
} as const;

export function fileIcon(name: keyof typeof FILE_ICONS): SVGTemplateResult {
  return drawIcon(FILE_ICONS[name]);
}
