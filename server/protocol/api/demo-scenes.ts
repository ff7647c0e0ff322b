/** A thing to try with the demo agent: a button's label and the prompt that it sends. */
export interface DemoSuggestion {
  readonly scene: string;
  readonly label: string;
  readonly prompt: string;
}

/** What the page offers while the demo agent is chosen; the agent knows these sentences word by word. */
export const DEMO_SUGGESTIONS: readonly DemoSuggestion[] = [
  { scene: 'answer', label: 'A streamed answer', prompt: 'Tell me what you can do.' },
  { scene: 'search', label: 'Read and search', prompt: 'Look around in this folder.' },
  { scene: 'edit', label: 'Edit a file', prompt: 'Edit a file, but ask me first.' },
  { scene: 'shell', label: 'Run a command', prompt: 'Run a shell command in a terminal.' },
  { scene: 'plan', label: 'Follow a plan', prompt: 'Make a plan and work through it.' },
  { scene: 'think', label: 'Think aloud', prompt: 'Think about it before you answer.' },
  { scene: 'image', label: 'Show an image', prompt: 'Show me an image.' },
  { scene: 'figures', label: 'Formulas and a diagram', prompt: 'Show me formulas and a diagram.' },
  { scene: 'long', label: 'A long answer', prompt: 'Write a long answer of 300 parts.' },
  { scene: 'question', label: 'Ask me with a form', prompt: 'Ask me something with a form.' },
  { scene: 'delegate', label: 'Delegate a task', prompt: 'Delegate a task to another agent.' },
  { scene: 'error', label: 'Fail', prompt: 'Fail with an error.' },
  { scene: 'crash', label: 'Crash', prompt: 'Crash in the middle of your answer.' },
  { scene: 'hang', label: 'Hang', prompt: 'Hang and do not react.' },
];
