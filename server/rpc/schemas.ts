import { z } from 'zod';
import { SIGN_IN_LIMITS } from '../protocol/agent-sign-in.js';
import { LIMITS } from '../protocol/limits.js';
import { REPO_LIMITS } from '../protocol/repo.js';
import { SERVER_METHODS, type ServerApi } from '../protocol/rpc.js';
import { promptContent } from './content-schema.js';
import { draftChips } from './draft-schema.js';
import { permissionExtras, ruleDraft } from './rule-schema.js';

const id = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => !text.includes('\0'), 'Invalid input: an id has no NUL');
/** Text for the store, which cannot keep a NUL. */
const text = z.string().transform((given) => given.replaceAll('\0', ''));
const cmdId = id;
const within = ({ least, most }: { least: number; most: number }) => z.number().int().min(least).max(most);
const seq = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);
const count = (most: number) => z.number().int().min(1).max(most);
const path = z
  .string()
  .min(1)
  .max(REPO_LIMITS.pathChars)
  .refine((given) => !given.includes('\0'), 'Invalid input: a path has no NUL');
const logLimit = z.number().int().min(1).max(1_000);
const settingValues = z
  .strictObject({
    theme: z.enum(['system', 'light', 'dark']),
    density: z.enum(['comfortable', 'compact']),
    contrast: z.enum(['system', 'high']),
    hue: z.int().min(0).max(359),
    rejectAfterMinutes: z.int().min(0).max(10_080),
    stopUnasked: z.boolean(),
  })
  .partial();
const formValue = z.union([z.string().max(LIMITS.draftChars), z.number(), z.boolean(), z.array(z.string()).max(1_000)]);
const formAnswer = [
  z.enum(['accept', 'decline', 'cancel']),
  z.record(z.string().max(200), formValue).nullable(),
] as const;

/** What the arguments of a call must look like. */
export type ArgsSchema = z.ZodType<unknown[]>;

type Schemas = { [C in keyof ServerApi]: { [M in keyof ServerApi[C]]: ArgsSchema } };

/** The arguments of every method that the server offers; a method without a schema is not offered. */
export const SCHEMAS: Schemas = {
  AcpBridge: {
    get_current_state: z.tuple([id.nullish(), id.nullish(), seq.nullish()]),
    get_entries: z.tuple([id, id, seq, z.number().int().min(1).max(LIMITS.snapshotEntries)]),
    get_changes: z.tuple([id, id, seq]),
    leave: z.tuple([id]),
    prompt: z.tuple([cmdId, id, promptContent]),
    cancel: z.tuple([cmdId, id]),
    force_stop: z.tuple([cmdId, id]),
    answer_permission: z.tuple([cmdId, id, id, id, permissionExtras.optional()]),
    suggest_rules: z.tuple([id, id]),
    set_allow_all: z.tuple([cmdId, id, z.boolean()]),
    answer_question: z.tuple([cmdId, id, id, ...formAnswer]),
    edit_queued: z.tuple([cmdId, id, id, promptContent]),
    move_queued: z.tuple([cmdId, id, id, id.nullable()]),
    remove_queued: z.tuple([cmdId, id, id]),
    pause_queue: z.tuple([cmdId, id, z.boolean()]),
    send_now: z.tuple([cmdId, id, id]),
    set_mode: z.tuple([cmdId, id, id]),
    set_option: z.tuple([cmdId, id, id, z.union([z.string().max(10_000), z.boolean()])]),
    restart_agent: z.tuple([cmdId, id]),
    run_shell: z.tuple([cmdId, id, text.pipe(z.string().trim().min(1).max(LIMITS.shellChars))]),
    stop_shell: z.tuple([cmdId, id, id]),
    sign_in: z.tuple([cmdId, id, id, z.string().max(10_000).nullable()]),
    sign_in_cancel: z.tuple([cmdId, id]),
    sign_out: z.tuple([cmdId, id]),
    sign_in_answer: z.tuple([id, id, ...formAnswer]),
    sign_in_output: z.tuple([id]),
    sign_in_input: z.tuple([id, id, z.string().max(SIGN_IN_LIMITS.inputChars)]),
    sign_in_resize: z.tuple([id, id, within(SIGN_IN_LIMITS.cols), within(SIGN_IN_LIMITS.rows)]),
    get_server_log: z.tuple([seq.nullable(), logLimit]),
    get_agent_log: z.tuple([id, seq.nullable(), logLimit, z.boolean()]),
    get_trace: z.tuple([id, z.boolean(), id.nullable(), seq]),
  },
  Sessions: {
    create: z.tuple([cmdId, id.nullable()]),
    open: z.tuple([id]),
    list: z.tuple([]),
    search: z.tuple([text.pipe(z.string().max(LIMITS.queryChars)), z.number().int().min(1).max(LIMITS.searchHits)]),
    rename: z.tuple([cmdId, id, text.pipe(z.string().trim().min(1).max(LIMITS.titleChars))]),
    delete: z.tuple([cmdId, id]),
    update_from_agent: z.tuple([cmdId, id]),
    set_draft: z.tuple([id, text.pipe(z.string().max(LIMITS.draftChars)), draftChips.nullish()]),
  },
  Settings: {
    get: z.tuple([]),
    update: z.tuple([cmdId, settingValues]),
    get_agents: z.tuple([]),
    trust_folder: z.tuple([cmdId, id, z.boolean()]),
    run_with_npx: z.tuple([cmdId, id]),
    set_default_agent: z.tuple([cmdId, id]),
    dismiss_banner: z.tuple([cmdId, id]),
    list_rules: z.tuple([]),
    add_rule: z.tuple([cmdId, ruleDraft]),
    edit_rule: z.tuple([cmdId, id, ruleDraft]),
    remove_rule: z.tuple([cmdId, id]),
    try_rule: z.tuple([ruleDraft]),
  },
  Repo: {
    find_files: z.tuple([text.pipe(z.string().max(REPO_LIMITS.queryChars)), count(REPO_LIMITS.foundFiles)]),
    read_file: z.tuple([path, count(Number.MAX_SAFE_INTEGER), count(REPO_LIMITS.sliceLines)]),
  },
};

/** Which methods each class offers. */
export type MethodLists = Readonly<Record<string, readonly string[]>>;

/** The schemas by wire name; throws if a method that is to be offered has none. */
export function schemasOf(methods: MethodLists = SERVER_METHODS): Map<string, ArgsSchema> {
  const schemas = new Map<string, ArgsSchema>();
  for (const [className, names] of Object.entries(methods)) {
    const ofClass: Record<string, ArgsSchema> = Object.hasOwn(SCHEMAS, className)
      ? SCHEMAS[className as keyof Schemas]
      : {};
    for (const name of names) {
      const schema = Object.hasOwn(ofClass, name) ? ofClass[name] : undefined;
      if (!schema) throw new Error(`The method ${className}.${name} has no schema in server/rpc/schemas.ts: add one.`);
      schemas.set(`${className}.${name}`, schema);
    }
  }
  return schemas;
}
