/** Text that is put into a file, before a line that is there. */
interface PlaceEdit {
  readonly path: string;
  readonly before: string;
  readonly insert: string;
}

/** A setting that nobody needs, with a use: each edit is a place that a new setting touches. */
export const SETTING_EXAMPLE: readonly PlaceEdit[] = [
  {
    path: 'server/protocol/features/settings-table.ts',
    before: '  delegation: {\n',
    insert: `  exampleSwitch: {
    place: 'permissions/requests',
    kind: 'switch',
    default: false,
    name: 'Example switch',
    help: 'Shows what a setting takes.',
  },
`,
  },
  {
    path: 'server/delegation/task-budget.ts',
    before: '/** The limit that is reached, ',
    insert: `/** A use of it. */
export function isExample({ exampleSwitch }: SettingValues): boolean {
  return exampleSwitch;
}

`,
  },
];
