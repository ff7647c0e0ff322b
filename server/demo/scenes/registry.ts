import { DEMO_SUGGESTIONS } from '../../protocol/api/demo-scenes.js';
import type { Scene } from '../stage/stage.js';
import { answerScene } from './answer.js';
import { crashScene } from './crash.js';
import { delegateScene } from './delegate.js';
import { editScene } from './edit.js';
import { errorScene } from './error.js';
import { figuresScene } from './figures.js';
import { hangScene } from './hang.js';
import { imageScene } from './image.js';
import { longScene } from './long.js';
import { planScene } from './plan.js';
import { questionScene } from './question.js';
import { searchScene } from './search.js';
import { shellScene } from './shell.js';
import { thinkScene } from './think.js';

/** All scenes; where two keywords fit, the earlier scene is played. */
export const SCENES: readonly Scene[] = [
  answerScene,
  delegateScene,
  longScene,
  editScene,
  shellScene,
  planScene,
  thinkScene,
  imageScene,
  figuresScene,
  questionScene,
  searchScene,
  errorScene,
  crashScene,
  hangScene,
];

/** A prompt longer than this is not about failing, even if it says so. */
const ROUGH_WORDS = 8;

/** The scene that a prompt asks for: a suggestion word by word, a slash command, or a keyword. */
export function sceneFor(prompt: string): Scene {
  const text = prompt.trim();
  const suggestion = DEMO_SUGGESTIONS.find((other) => other.prompt === text);
  const name = suggestion?.scene ?? /^\/(\w+)/.exec(text)?.[1];
  const named = SCENES.find((scene) => scene.name === name);
  if (named) return named;
  const isShort = text.split(/\s+/).length <= ROUGH_WORDS;
  return SCENES.find((scene) => scene.keyword.test(text) && (isShort || !scene.isRough)) ?? answerScene;
}
