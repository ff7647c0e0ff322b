import type { Scene, Stage } from '../stage/stage.js';

/** What the demo agent says when nothing else fits: what it is, in all kinds of markdown. */
export const answerScene: Scene = {
  name: 'answer',
  keyword: /^(hello|hi|help|answer|what can you do)\b/i,
  description: 'Say what this demo can do',
  async play(stage: Stage) {
    const said = stage.text.trim().replace(/\s+/g, ' ').slice(0, 80);
    await stage.say(
      [
        '**This is the built-in demo agent.** It is no AI: it plays scenes, so that you can see how an agent looks here. ',
        'It needs no account and no network.\n\n',
        said ? `You wrote: “${said}”.\n\n` : '',
        attachedTo(stage),
        '## What it can show\n\n',
        '- `search` reads and searches in your folder\n',
        '- `edit` changes a file of its own, *after asking you*\n',
        '- `shell` runs a command in a terminal\n',
        '- `plan`, `think`, `image`, `long`, `question`\n',
        '- and what can go wrong: `error`, `crash`, `hang`\n\n',
        '| Word | What you see |\n| --- | --- |\n| `plan` | steps with progress |\n| `long 500` | 500 numbered parts |\n\n',
        '```ts\nconst greeting = "Any ACP agent works like this one.";\nconsole.log(greeting);\n```\n\n',
        '> Pick a suggestion, or write one of the words above.\n',
      ].join(''),
    );
  },
};

/** What came with the words, so that a person sees that it arrived. */
function attachedTo({ prompt }: Stage): string {
  const items = prompt.flatMap((block) => {
    if (block.type === 'image' || block.type === 'audio') {
      return [`${block.type}, ${block.mimeType}, ${Buffer.from(block.data, 'base64').length} bytes`];
    }
    if (block.type === 'resource_link') return [`link to ${block.name}`];
    if (block.type !== 'resource') return [];
    const { resource } = block;
    return ['text' in resource ? `text of ${resource.text.length} characters` : 'a file'];
  });
  return items.length > 0 ? `You attached: ${items.join('; ')}.\n\n` : '';
}
