import archive from 'lucide/dist/esm/icons/archive.mjs';
import archiveArrowUp from 'lucide/dist/esm/icons/archive-arrow-up.mjs';
import arrowDown from 'lucide/dist/esm/icons/arrow-down.mjs';
import arrowLeft from 'lucide/dist/esm/icons/arrow-left.mjs';
import arrowRight from 'lucide/dist/esm/icons/arrow-right.mjs';
import arrowUp from 'lucide/dist/esm/icons/arrow-up.mjs';
import bell from 'lucide/dist/esm/icons/bell.mjs';
import bot from 'lucide/dist/esm/icons/bot.mjs';
import brain from 'lucide/dist/esm/icons/brain.mjs';
import check from 'lucide/dist/esm/icons/check.mjs';
import chevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import chevronRight from 'lucide/dist/esm/icons/chevron-right.mjs';
import chevronUp from 'lucide/dist/esm/icons/chevron-up.mjs';
import circle from 'lucide/dist/esm/icons/circle.mjs';
import circleAlert from 'lucide/dist/esm/icons/circle-alert.mjs';
import circleCheck from 'lucide/dist/esm/icons/circle-check.mjs';
import circleDashed from 'lucide/dist/esm/icons/circle-dashed.mjs';
import circleDot from 'lucide/dist/esm/icons/circle-dot.mjs';
import circleQuestion from 'lucide/dist/esm/icons/circle-question-mark.mjs';
import coffee from 'lucide/dist/esm/icons/coffee.mjs';
import command from 'lucide/dist/esm/icons/command.mjs';
import copy from 'lucide/dist/esm/icons/copy.mjs';
import download from 'lucide/dist/esm/icons/download.mjs';
import ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs';
import externalLink from 'lucide/dist/esm/icons/external-link.mjs';
import fileDiff from 'lucide/dist/esm/icons/file-diff.mjs';
import filePlus from 'lucide/dist/esm/icons/file-plus.mjs';
import fileText from 'lucide/dist/esm/icons/file-text.mjs';
import folder from 'lucide/dist/esm/icons/folder.mjs';
import gitBranch from 'lucide/dist/esm/icons/git-branch.mjs';
import globe from 'lucide/dist/esm/icons/globe.mjs';
import hand from 'lucide/dist/esm/icons/hand.mjs';
import image from 'lucide/dist/esm/icons/image.mjs';
import info from 'lucide/dist/esm/icons/info.mjs';
import keyRound from 'lucide/dist/esm/icons/key-round.mjs';
import keyboard from 'lucide/dist/esm/icons/keyboard.mjs';
import link from 'lucide/dist/esm/icons/link.mjs';
import listChecks from 'lucide/dist/esm/icons/list-checks.mjs';
import listFilter from 'lucide/dist/esm/icons/list-filter.mjs';
import locate from 'lucide/dist/esm/icons/locate.mjs';
import maximize from 'lucide/dist/esm/icons/maximize-2.mjs';
import menu from 'lucide/dist/esm/icons/menu.mjs';
import messageCircleQuestion from 'lucide/dist/esm/icons/message-circle-question-mark.mjs';
import messageSquare from 'lucide/dist/esm/icons/message-square.mjs';
import messageSquareDot from 'lucide/dist/esm/icons/message-square-dot.mjs';
import minimize from 'lucide/dist/esm/icons/minimize-2.mjs';
import minus from 'lucide/dist/esm/icons/minus.mjs';
import monitor from 'lucide/dist/esm/icons/monitor.mjs';
import moon from 'lucide/dist/esm/icons/moon.mjs';
import moveRight from 'lucide/dist/esm/icons/move-right.mjs';
import palette from 'lucide/dist/esm/icons/palette.mjs';
import panelRight from 'lucide/dist/esm/icons/panel-right.mjs';
import pause from 'lucide/dist/esm/icons/pause.mjs';
import pencil from 'lucide/dist/esm/icons/pencil.mjs';
import pin from 'lucide/dist/esm/icons/pin.mjs';
import pinOff from 'lucide/dist/esm/icons/pin-off.mjs';
import play from 'lucide/dist/esm/icons/play.mjs';
import plus from 'lucide/dist/esm/icons/plus.mjs';
import rotateCw from 'lucide/dist/esm/icons/rotate-cw.mjs';
import rows from 'lucide/dist/esm/icons/rows-3.mjs';
import scrollText from 'lucide/dist/esm/icons/scroll-text.mjs';
import search from 'lucide/dist/esm/icons/search.mjs';
import settings from 'lucide/dist/esm/icons/settings.mjs';
import shieldAlert from 'lucide/dist/esm/icons/shield-alert.mjs';
import shieldCheck from 'lucide/dist/esm/icons/shield-check.mjs';
import shieldQuestion from 'lucide/dist/esm/icons/shield-question-mark.mjs';
import sparkles from 'lucide/dist/esm/icons/sparkles.mjs';
import square from 'lucide/dist/esm/icons/square.mjs';
import star from 'lucide/dist/esm/icons/star.mjs';
import sun from 'lucide/dist/esm/icons/sun.mjs';
import terminal from 'lucide/dist/esm/icons/terminal.mjs';
import quote from 'lucide/dist/esm/icons/text-quote.mjs';
import textSearch from 'lucide/dist/esm/icons/text-search.mjs';
import trash from 'lucide/dist/esm/icons/trash.mjs';
import triangleAlert from 'lucide/dist/esm/icons/triangle-alert.mjs';
import undo from 'lucide/dist/esm/icons/undo-2.mjs';
import unplug from 'lucide/dist/esm/icons/unplug.mjs';
import wrench from 'lucide/dist/esm/icons/wrench.mjs';
import x from 'lucide/dist/esm/icons/x.mjs';
import zap from 'lucide/dist/esm/icons/zap.mjs';

/** The pictures that we use, one file each: importing the package as a whole would load its 1,700 icons in tests. */
export const ICONS = {
  arrowDown,
  arrowLeft,
  arrowRight,
  arrowUp,
  bell,
  archive,
  archiveArrowUp,
  bot,
  brain,
  check,
  chevronDown,
  chevronRight,
  chevronUp,
  circle,
  circleAlert,
  circleCheck,
  circleDashed,
  circleDot,
  circleQuestion,
  command,
  copy,
  download,
  ellipsis,
  externalLink,
  fileDiff,
  fileText,
  folder,
  gitBranch,
  globe,
  hand,
  coffee,
  image,
  keyboard,
  info,
  keyRound,
  link,
  listChecks,
  listFilter,
  pin,
  pinOff,
  locate,
  maximize,
  menu,
  messageCircleQuestion,
  messageSquare,
  messageSquareDot,
  minimize,
  minus,
  monitor,
  moon,
  moveRight,
  palette,
  panelRight,
  pause,
  filePlus,
  pencil,
  play,
  plus,
  quote,
  rotateCw,
  rows,
  scrollText,
  search,
  settings,
  shieldAlert,
  shieldCheck,
  shieldQuestion,
  sparkles,
  square,
  star,
  sun,
  terminal,
  textSearch,
  trash,
  triangleAlert,
  undo,
  unplug,
  wrench,
  x,
  zap,
} as const;

export type IconName = keyof typeof ICONS;
