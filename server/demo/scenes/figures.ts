import type { Scene, Stage } from '../stage/stage.js';

/** Formulas in the text and on lines of their own, and a diagram. */
export const figuresScene: Scene = {
  name: 'figures',
  keyword: /\b(formulas?|maths?|diagram)\b/i,
  description: 'Write formulas and a diagram',
  async play(stage: Stage) {
    await stage.say(
      [
        'A mean of $n$ values is $\\bar{x} = \\frac{1}{n}\\sum_{i=1}^{n} x_i$, and its spread is\n\n',
        '$$\n\\sigma = \\sqrt{\\frac{1}{n-1} \\sum_{i=1}^{n} (x_i - \\bar{x})^2}\n$$\n\n',
        'How a prompt travels:\n\n',
        '```mermaid\nflowchart LR\n  You -->|prompt| AcDeck\n  AcDeck -->|ACP| Agent\n  Agent -->|updates| Log[(Log)]\n',
        '  Log --> Tab1[This tab]\n  Log --> Tab2[Your phone]\n```\n\n',
        'Press **Source** above to see how it’s written.\n',
      ].join(''),
    );
  },
};
