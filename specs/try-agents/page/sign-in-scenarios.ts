import { deepText } from '../../e2e/app-page.rig.js';
import { eventually } from '../../e2e/eventually.rig.js';
import { expect } from '../checks.js';
import { sentences } from '../directives.js';
import { quote } from '../turn-story.js';
import { PageTrial } from './page-trial.js';
import { pageWords } from './page-words.js';

/** Without an account the page says so and how to go on, also after a sign-in that changed nothing. */
export async function signIn({ agent, trial }: PageTrial): Promise<string> {
  if (agent.needsNoAccount) return 'needs no account';
  const bare = await PageTrial.open(trial.at(trial.place.bare()));
  try {
    const { app } = bare;
    await app.prompt(sentences.say('hello'));
    const button = app.page.getByRole('button', { name: 'Sign in', exact: true });
    await button.first().waitFor();
    await bare.picture('signed-out');
    // An agent that opens no session says so on a card over the conversation, in which it says so too.
    await button.last().click();
    const dock = app.page.getByRole('region', { name: /^Sign in to / });
    await dock.waitFor();
    const ways = await deepText(dock);
    if (!agent.signInDoesNothing) return quote(ways);
    await dock.getByRole('button', { name: /^Sign in: / }).click();
    const failed = dock.getByText(pageWords.signInFailed);
    await eventually(
      () => failed.count(),
      (count) => count > 0,
      'A sign-in that changed nothing should say so',
    );
    await bare.picture('sign-in-in-vain');
    const words = await deepText(dock);
    expect(/By hand: |Other methods/.test(words), `nothing says how to go on: ${quote(words)}`);
    return quote(words);
  } finally {
    await bare.close();
  }
}
