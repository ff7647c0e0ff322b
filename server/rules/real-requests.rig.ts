import type { PermissionOption, ToolCallUpdate } from '@agentclientprotocol/sdk';

/** What was told about a call before it was asked for, and the request. */
export interface RealRequest {
  readonly told: readonly Omit<ToolCallUpdate, 'toolCallId'>[];
  readonly asked: Omit<ToolCallUpdate, 'toolCallId'>;
  /** Where they say something about the call. */
  readonly options?: readonly PermissionOption[];
}

/**
 * What shipped agents said, as it came over the wire, before they ran `touch one.txt` and wrote `first` to `mine.txt`
 * in `/work/a`. `npm run try:agents` keeps the traffic from which this was taken.
 */
export const REAL_REQUESTS: Readonly<Record<string, { command: RealRequest; file: RealRequest }>> = {
  copilot: {
    command: {
      told: [{ title: 'as asked', kind: 'execute', rawInput: { command: 'touch one.txt', description: 'as asked' } }],
      asked: {
        title: 'as asked',
        kind: 'execute',
        rawInput: { command: 'touch one.txt', commands: ['touch one.txt'] },
      },
    },
    file: {
      told: [
        {
          title: 'Creating /work/a/mine.txt',
          kind: 'edit',
          rawInput: { path: '/work/a/mine.txt', file_text: 'first' },
          locations: [{ path: '/work/a/mine.txt' }],
          content: [{ type: 'diff', path: '/work/a/mine.txt', oldText: '', newText: 'first' }],
        },
      ],
      asked: {
        title: 'Create file',
        kind: 'edit',
        rawInput: {
          fileName: '/work/a/mine.txt',
          diff: '\ndiff --git a/work/a/mine.txt b/work/a/mine.txt\ncreate file mode 100644\nindex 0000000..0000000\n--- a/dev/null\n+++ b/work/a/mine.txt\n@@ -1,0 +1,1 @@\n+first\n',
        },
        locations: [{ path: '/work/a/mine.txt' }],
      },
    },
  },
  gemini: {
    command: {
      told: [],
      asked: {
        title: 'touch one.txt',
        content: [{ type: 'content', content: { type: 'text', text: '[current working directory /work/a]' } }],
        locations: [],
        kind: 'execute',
      },
      options: [
        { optionId: 'proceed_always', name: 'Allow for this session', kind: 'allow_always' },
        { optionId: 'proceed_once', name: 'Allow', kind: 'allow_once' },
        { optionId: 'cancel', name: 'Reject', kind: 'reject_once' },
      ],
    },
    file: {
      told: [],
      asked: {
        title: 'Writing to mine.txt',
        content: [{ type: 'diff', path: '/work/a/mine.txt', oldText: '', newText: 'first', _meta: { kind: 'add' } }],
        locations: [{ path: '/work/a/mine.txt' }],
        kind: 'edit',
      },
    },
  },
  claude: {
    command: {
      told: [
        { name: 'Bash', rawInput: {}, title: 'Terminal', kind: 'execute', content: [] },
        { rawInput: { command: 'touch one.txt' }, title: 'touch one.txt' },
      ],
      asked: {
        name: 'Bash',
        rawInput: { command: 'touch one.txt' },
        title: 'touch one.txt',
        kind: 'execute',
        content: [],
        locations: [{ path: '/work/a/one.txt' }],
      },
    },
    file: {
      told: [
        { name: 'Write', rawInput: {}, title: 'Preparing file\u2026', kind: 'edit', content: [], locations: [] },
        {
          rawInput: { file_path: '/work/a/mine.txt', content: 'first' },
          title: 'Write mine.txt',
          content: [{ type: 'diff', path: '/work/a/mine.txt', oldText: null, newText: 'first' }],
          locations: [{ path: '/work/a/mine.txt' }],
        },
      ],
      asked: {
        name: 'Write',
        rawInput: { file_path: '/work/a/mine.txt', content: 'first' },
        title: 'Write mine.txt',
        kind: 'edit',
        content: [{ type: 'diff', path: '/work/a/mine.txt', oldText: null, newText: 'first' }],
        locations: [{ path: '/work/a/mine.txt' }],
      },
    },
  },
  opencode: {
    command: {
      told: [{ title: 'bash', kind: 'execute', locations: [{ path: '/work/a' }], rawInput: { cwd: '/work/a' } }],
      asked: { title: 'touch one.txt', kind: 'execute', locations: [], rawInput: { command: 'touch one.txt' } },
    },
    file: {
      told: [
        { title: 'write', kind: 'edit', locations: [], rawInput: {} },
        {
          kind: 'edit',
          title: 'write',
          locations: [{ path: '/work/a/mine.txt' }],
          rawInput: { content: 'first', filePath: '/work/a/mine.txt' },
        },
      ],
      asked: {
        title: '/work/a/mine.txt',
        kind: 'edit',
        locations: [{ path: '/work/a/mine.txt' }],
        rawInput: {
          filepath: '/work/a/mine.txt',
          diff: 'Index: /work/a/mine.txt\n===================================================================\n--- /work/a/mine.txt\n+++ /work/a/mine.txt\n@@ -0,0 +1,1 @@\n+first\n\\ No newline at end of file\n',
        },
        content: [{ type: 'diff', path: '/work/a/mine.txt', oldText: '', newText: 'first' }],
      },
    },
  },
  qwen: {
    command: {
      told: [{ title: 'Shell', content: [], locations: [], kind: 'execute', rawInput: {} }],
      asked: {
        title: 'touch one.txt',
        content: [],
        locations: [],
        kind: 'execute',
        rawInput: { command: 'touch one.txt' },
      },
    },
    file: {
      told: [{ title: 'WriteFile', content: [], locations: [], kind: 'edit', rawInput: {} }],
      asked: {
        title: 'Writing to mine.txt',
        content: [{ type: 'diff', path: '/work/a/mine.txt', oldText: '', newText: 'first' }],
        locations: [{ path: '/work/a/mine.txt' }],
        kind: 'edit',
        rawInput: { file_path: '/work/a/mine.txt', content: 'first' },
      },
    },
  },
  codex: {
    command: {
      told: [
        {
          kind: 'execute',
          title: 'touch one.txt',
          content: [{ type: 'terminal', terminalId: 'call_1' }],
          rawInput: { command: 'touch one.txt', cwd: '/work/a' },
        },
      ],
      asked: { title: 'touch one.txt', rawInput: { command: 'touch one.txt', cwd: '/work/a' }, kind: 'execute' },
    },
    file: {
      told: [
        {
          kind: 'edit',
          title: 'Editing files',
          content: [
            { type: 'diff', oldText: null, newText: 'first\n', path: '/work/a/mine.txt', _meta: { kind: 'add' } },
          ],
        },
      ],
      asked: { title: 'Edit files', locations: [{ path: '/work/a/mine.txt' }], kind: 'edit' },
    },
  },
  'codex-zed': {
    command: {
      told: [],
      asked: {
        kind: 'execute',
        title: 'touch one.txt',
        content: [
          {
            type: 'content',
            content: {
              type: 'text',
              text: 'The person asked for it.\nProposed Amendment: touch\none.txt\nAvailable Decisions: Approved\nApprovedExecpolicyAmendment\nAbort',
            },
          },
        ],
        rawInput: {
          call_id: 'call_1',
          turn_id: 'turn_1',
          started_at_ms: 1794869768612,
          command: ['/bin/bash', '-lc', 'touch one.txt'],
          cwd: '/work/a',
          reason: 'The person asked for it.',
          proposed_execpolicy_amendment: ['touch', 'one.txt'],
          available_decisions: [
            'approved',
            { approved_execpolicy_amendment: { proposed_execpolicy_amendment: ['touch', 'one.txt'] } },
            'abort',
          ],
          parsed_cmd: [{ type: 'unknown', cmd: 'touch one.txt' }],
        },
      },
    },
    file: {
      told: [
        {
          title: 'Edit /work/a/mine.txt',
          kind: 'edit',
          content: [{ type: 'diff', path: '/work/a/mine.txt', newText: 'first\n' }],
          locations: [{ path: '/work/a/mine.txt' }],
          rawInput: {
            call_id: 'call_1',
            turn_id: 'turn_1',
            auto_approved: false,
            changes: { '/work/a/mine.txt': { type: 'add', content: 'first\n' } },
          },
        },
      ],
      asked: {
        kind: 'edit',
        title: 'Edit /work/a/mine.txt',
        content: [{ type: 'diff', path: '/work/a/mine.txt', newText: 'first\n' }],
        locations: [{ path: '/work/a/mine.txt' }],
        rawInput: {
          call_id: 'call_1',
          turn_id: 'turn_1',
          started_at_ms: 1794869769968,
          changes: { '/work/a/mine.txt': { type: 'add', content: 'first\n' } },
        },
      },
    },
  },
  cline: {
    command: {
      told: [{ title: 'run_commands: touch one.txt', kind: 'execute', rawInput: { commands: ['touch one.txt'] } }],
      asked: { title: 'run_commands: touch one.txt', kind: 'execute', rawInput: { commands: ['touch one.txt'] } },
    },
    file: {
      told: [
        {
          title: 'apply_patch: {"input":"*** Begin Patch\\n*** Add File: /work/a...',
          kind: 'other',
          rawInput: { input: '*** Begin Patch\n*** Add File: /work/a/mine.txt\n+first\n*** End Patch\n' },
        },
      ],
      asked: {
        title: 'apply_patch: {"input":"*** Begin Patch\\n*** Add File: /work/a...',
        kind: 'other',
        rawInput: { input: '*** Begin Patch\n*** Add File: /work/a/mine.txt\n+first\n*** End Patch\n' },
      },
    },
  },
  goose: {
    command: {
      told: [{ title: 'shell \u00b7 touch one.txt', rawInput: { command: 'touch one.txt' } }],
      asked: { kind: 'other', title: 'shell \u00b7 touch one.txt', rawInput: { command: 'touch one.txt' } },
    },
    file: {
      told: [{ title: 'write \u00b7 /work/a/mine.txt', rawInput: { path: '/work/a/mine.txt', content: 'first' } }],
      asked: {
        kind: 'other',
        title: 'write \u00b7 /work/a/mine.txt',
        rawInput: { path: '/work/a/mine.txt', content: 'first' },
      },
    },
  },
  kimi: {
    command: {
      told: [
        {
          title: 'Bash',
          kind: 'execute',
          content: [{ type: 'content', content: { type: 'text', text: '{"command":"touch one.txt"}' } }],
        },
      ],
      asked: {
        title: 'Bash',
        content: [
          { type: 'content', content: { type: 'text', text: 'Requesting approval to Running: touch one.txt' } },
        ],
      },
    },
    file: {
      told: [
        {
          title: 'Write',
          kind: 'edit',
          content: [
            { type: 'content', content: { type: 'text', text: '{"path":"/work/a/mine.txt","content":"first"}' } },
          ],
        },
      ],
      asked: {
        title: 'Write',
        content: [
          { type: 'content', content: { type: 'text', text: 'Requesting approval to Writing /work/a/mine.txt' } },
        ],
      },
    },
  },
};
