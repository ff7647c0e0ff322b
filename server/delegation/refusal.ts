/** Why a tool does not do what an agent asks of it. */
export type RefusalCode =
  | 'off'
  | 'no_agent'
  | 'agent_not_ready'
  | 'name_taken'
  | 'bad_name'
  | 'too_deep'
  | 'too_many'
  | 'budget'
  | 'refused'
  | 'not_found'
  | 'queue_full'
  | 'storage';

/** A refusal, with a sentence for the agent that says what it can do now. */
export class ToolRefusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, sentence: string) {
    super(sentence);
    this.name = 'ToolRefusal';
    this.code = code;
  }
}
