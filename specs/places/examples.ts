/** A piece of text that an example puts into a file, right behind a piece that is there. */
export interface Edit {
  readonly file: string;
  readonly behind: string;
  readonly text: string;
}

/** A small addition of one kind, as a contributor would make it. */
export interface Example {
  /** Of what kind it is, as CONTRIBUTING calls it. */
  readonly kind: string;
  /** How many places it may touch at most. A file is a place. */
  readonly most: number;
  /** Lists in tests and documents count like everything else. */
  readonly edits: readonly Edit[];
  /** Scripts of the package that write what is generated. */
  readonly generate: readonly string[];
  /** The tests that must pass with it as they do without: those that know of all additions of the kind. */
  readonly tests: readonly string[];
}

/** The files that an example touches. */
export function placesOf({ edits }: Example): string[] {
  return [...new Set(edits.map(({ file }) => file))];
}

/** One throw-away example of each kind. What is its own (its test, its rule) is left out, and generated pages don't count. */
export const EXAMPLES: readonly Example[] = [
  {
    kind: 'a command of the server',
    most: 4,
    edits: [
      {
        file: 'server/protocol/api/rpc.ts',
        behind: '    cancel: SessionCommand;\n',
        text: '    /** Stops the agent, as an example. */\n    halt: SessionCommand;\n',
      },
      {
        file: 'server/rpc/acp-bridge.ts',
        behind: "export const AcpBridge: ServedClass<'AcpBridge'> = {\n",
        text: "  halt: inSession('approver', [], ({ sessions, act }, id) => sessions.writable(id).turns.cancel(act)),\n",
      },
      {
        file: 'webapp/commands/turn-commands.ts',
        behind: 'export const turnCommands: readonly Command[] = [\n',
        text: `  {
    id: 'turn.halt',
    title: commandWords.message.halt,
    group: commandWords.groups.message,
    isAvailable: (context) => canStop(transcriptOf(context)),
    run: ({ act }) => act(sessionCommand('AcpBridge', 'halt')),
  },
`,
      },
      { file: 'webapp/commands/words.ts', behind: "    stop: 'Stop agent',\n", text: "    halt: 'Halt agent',\n" },
    ],
    generate: ['docs:rpc'],
    tests: [
      'server/rpc/every-method.test.ts',
      'server/rpc/offered-methods.test.ts',
      'server/rpc/repeated-commands.test.ts',
      'server/rpc/roles.test.ts',
      'server/rpc/rpc-hub.test.ts',
      'specs/architecture.test.ts',
      'specs/documents.test.ts',
      'specs/rpc-page.test.ts',
      'webapp/commands',
    ],
  },
  {
    kind: 'an event',
    most: 2,
    edits: [
      {
        file: 'server/protocol/session/terminals.ts',
        behind: '    terminal_output: { terminalId: id, text },\n',
        text: '    terminal_titled: { terminalId: id, title: name },\n',
      },
      {
        file: 'server/protocol/session/terminals.ts',
        behind: 'export const terminalCases: CasesOf<typeof terminalShapes> = {\n',
        text: `  terminal_titled: {
    names: terminal,
    fold: (t, { title }, n) => changeEntry(t, n, 'terminal', (entry) => ({ ...entry, command: title })),
  },
`,
      },
      {
        file: 'server/sessions/registry/title-writer.ts',
        behind: "    session.log.record({ type: 'session_renamed', title });\n",
        text: "    session.log.record({ type: 'terminal_titled', terminalId: '1', title });\n",
      },
    ],
    generate: [],
    tests: ['server/protocol/session', 'server/imports', 'specs/architecture.test.ts'],
  },
  {
    kind: 'a setting',
    most: 2,
    edits: [
      {
        file: 'server/protocol/features/settings-table.ts',
        behind: "are always flagged. This also stops the agent.',\n  },\n",
        text: `  exampleSwitch: {
    place: 'permissions/requests',
    kind: 'switch',
    default: false,
    name: 'Example switch',
    help: 'Shows what a setting takes.',
  },
`,
      },
      {
        file: 'server/delegation/task-budget.ts',
        behind: '  return { tasks: delegationTasks, minutes: delegationMinutes, cost: delegationCost };\n}\n',
        text: `
/** A use of it. */
export function isExample({ exampleSwitch }: SettingValues): boolean {
  return exampleSwitch;
}
`,
      },
    ],
    generate: ['docs:settings'],
    tests: ['server/settings', 'server/rpc/config-schemas.test.ts', 'specs/documents.test.ts', 'specs/words'],
  },
];
