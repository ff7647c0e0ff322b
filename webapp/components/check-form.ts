import type { Field, FieldValue } from './form-fields.js';

export type FormValues = Readonly<Record<string, FieldValue>>;

/** What is wrong with a form, by field; empty when it can be sent. */
export function checkForm(fields: readonly Field[], values: FormValues): Readonly<Record<string, string>> {
  const wrong = fields.map((field) => [field.name, checkField(field, values[field.name] ?? field.initial)]);
  return Object.fromEntries(wrong.filter(([, problem]) => problem));
}

/** The answer as the agent wants it: numbers as numbers, empty fields that may be empty left out. */
export function answerOf(fields: readonly Field[], values: FormValues): Record<string, unknown> {
  const answers = fields.map((field): [string, unknown] => {
    const value = values[field.name] ?? field.initial;
    if (field.kind === 'boolean' || field.kind === 'choices') return [field.name, value];
    if (value === '') return [field.name, undefined];
    return [field.name, field.kind === 'number' ? Number(value) : value];
  });
  return Object.fromEntries(answers.filter(([, value]) => value !== undefined));
}

function checkField(field: Field, value: FieldValue): string {
  switch (field.kind) {
    case 'boolean':
      return '';
    case 'choices':
      return checkChoices(field, value as readonly string[]);
    case 'choice':
      return field.isRequired && value === '' ? 'Please choose one.' : '';
    default: {
      const text = String(value);
      if (text.trim() === '') return field.isRequired ? 'Please fill this in.' : '';
      return field.kind === 'number' ? checkNumber(field, text) : checkText(field, text);
    }
  }
}

function checkChoices(field: Extract<Field, { kind: 'choices' }>, chosen: readonly string[]): string {
  const least = Math.max(field.least, field.isRequired ? 1 : 0);
  if (chosen.length < least) return `Please choose at least ${least}.`;
  return chosen.length > field.most ? `Please choose at most ${field.most}.` : '';
}

function checkNumber({ isWhole, least, most }: Extract<Field, { kind: 'number' }>, text: string): string {
  const n = Number(text);
  if (!Number.isFinite(n)) return 'Please give a number.';
  if (isWhole && !Number.isInteger(n)) return 'Please give a whole number.';
  if (n < least) return `The least is ${least}.`;
  return n > most ? `The most is ${most}.` : '';
}

/** The agent's pattern is not tried here: a hostile one could freeze the page, and the agent checks again itself. */
function checkText({ least, most, format }: Extract<Field, { kind: 'text' }>, text: string): string {
  if (text.length < least) return `Please give at least ${least} characters.`;
  if (text.length > most) return `Please give at most ${most} characters.`;
  if (format === 'email' && !/^\S+@\S+\.\S+$/.test(text)) return 'This is not an email address.';
  if (format === 'uri' && !URL.canParse(text)) return 'This is not a full address, such as https://example.com.';
  return format === 'date' && Number.isNaN(Date.parse(text)) ? 'This is not a date.' : '';
}
