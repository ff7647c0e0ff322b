import { own } from '../../../server/protocol/own.js';
import { unreachable } from '../../../server/protocol/unreachable.js';
import { number } from '../../ui/format.js';
import type { Field, FieldValue } from './form-fields.js';
import { formWords } from './words.js';

export type FormValues = Readonly<Record<string, FieldValue>>;

/** What is wrong with a form, by field; empty when it can be sent. */
export function checkForm(fields: readonly Field[], values: FormValues): Readonly<Record<string, string>> {
  const wrong = fields.map((field) => [field.name, checkField(field, own(values, field.name) ?? field.initial)]);
  return Object.fromEntries(wrong.filter(([, problem]) => problem));
}

/** The answer as the agent wants it: numbers as numbers, empty fields that may be empty left out. */
export function answerOf(fields: readonly Field[], values: FormValues): Record<string, unknown> {
  const answers = fields.map((field): [string, unknown] => {
    const value = own(values, field.name) ?? field.initial;
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
      return field.isRequired && value === '' ? formWords.chooseOne : '';
    case 'number':
      return checkFilled(field, value) ?? checkNumber(field, String(value));
    case 'text':
      return checkFilled(field, value) ?? checkText(field, String(value));
    default:
      return unreachable(field);
  }
}

/** An empty field has only that wrong with it; null for one that is not empty. */
function checkFilled({ isRequired }: Field, value: FieldValue): string | null {
  if (String(value).trim() !== '') return null;
  return isRequired ? formWords.fillIn : '';
}

function checkChoices(field: Extract<Field, { kind: 'choices' }>, chosen: readonly string[]): string {
  const least = Math.max(field.least, field.isRequired ? 1 : 0);
  if (chosen.length < least) return formWords.chooseAtLeast(least);
  return chosen.length > field.most ? formWords.chooseAtMost(field.most) : '';
}

function checkNumber({ isWhole, least, most }: Extract<Field, { kind: 'number' }>, text: string): string {
  const n = Number(text);
  if (!Number.isFinite(n)) return formWords.enterNumber;
  if (isWhole && !Number.isInteger(n)) return formWords.enterWhole;
  if (n < least) return formWords.atLeast(number(least));
  return n > most ? formWords.atMost(number(most)) : '';
}

/** The agent's pattern is not tried here: a hostile one could freeze the page, and the agent checks again itself. */
function checkText({ least, most, format }: Extract<Field, { kind: 'text' }>, text: string): string {
  if (text.length < least) return formWords.longer(least);
  if (text.length > most) return formWords.shorter(most);
  if (format === 'email' && !/^\S+@\S+\.\S+$/.test(text)) return formWords.enterEmail;
  if (format === 'uri' && !URL.canParse(text)) return formWords.enterAddress;
  return format === 'date' && Number.isNaN(Date.parse(text)) ? formWords.enterDate : '';
}
