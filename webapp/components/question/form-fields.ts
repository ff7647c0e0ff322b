import { isFields } from '../../../server/protocol/fields.js';
import { label } from '../../ui/visible-text.js';

/** A choice of a field. */
export interface FieldChoice {
  readonly value: string;
  readonly title: string;
}

interface FieldBase {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly isRequired: boolean;
}

/** One field of a form that an agent asks for. */
export type Field = FieldBase &
  (
    | {
        readonly kind: 'text';
        readonly format: string | null;
        readonly least: number;
        readonly most: number;
        readonly initial: string;
      }
    | {
        readonly kind: 'number';
        readonly isWhole: boolean;
        readonly least: number;
        readonly most: number;
        readonly initial: string;
      }
    | { readonly kind: 'boolean'; readonly initial: boolean }
    | { readonly kind: 'choice'; readonly choices: readonly FieldChoice[]; readonly initial: string }
    | {
        readonly kind: 'choices';
        readonly choices: readonly FieldChoice[];
        readonly least: number;
        readonly most: number;
        readonly initial: readonly string[];
      }
  );

export type ChoiceField = Extract<Field, { kind: 'choice' }>;

/** What is in a field: text for text, numbers and one choice, else as it is. */
export type FieldValue = string | boolean | readonly string[];

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a schema, which comes from the agent and may be anything; what we cannot ask for is a text. */
export function formFieldsOf(schema: unknown): Field[] {
  if (!isFields(schema) || !isFields(schema.properties)) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties).map(([name, property]) =>
    fieldOf(name, isFields(property) ? property : {}, required.includes(name)),
  );
}

/** As many choices, and as long, as stand side by side and are read at a glance. */
const BUTTONS = { most: 4, chars: 30 };

/** The one field of a form that is answered by a press: few short choices, of which one is needed. Null for any other form. */
export function pressedField(fields: readonly Field[]): ChoiceField | null {
  const [field, ...others] = fields;
  if (field?.kind !== 'choice' || others.length > 0 || !field.isRequired) return null;
  const names = new Set(field.choices.map(({ title }) => label(title, BUTTONS.chars + 1)));
  const isShort = [...names].every((name) => name !== '' && name.length <= BUTTONS.chars);
  // Two that look alike would be one for a person.
  const areApart = names.size === field.choices.length && names.size > 1;
  return isShort && areApart && names.size <= BUTTONS.most ? field : null;
}

function fieldOf(name: string, property: Fields, isRequired: boolean): Field {
  const base = { name, title: words(property.title) || name, description: words(property.description), isRequired };
  const initial = property.default;
  switch (property.type) {
    case 'boolean':
      return { ...base, kind: 'boolean', initial: initial === true };
    case 'number':
    case 'integer':
      return {
        ...base,
        kind: 'number',
        isWhole: property.type === 'integer',
        least: bound(property.minimum, Number.NEGATIVE_INFINITY),
        most: bound(property.maximum, Number.POSITIVE_INFINITY),
        initial: typeof initial === 'number' ? String(initial) : '',
      };
    case 'array':
      return {
        ...base,
        kind: 'choices',
        choices: isFields(property.items) ? choicesOf(property.items) : [],
        least: bound(property.minItems, 0),
        most: bound(property.maxItems, Number.POSITIVE_INFINITY),
        initial: Array.isArray(initial) ? initial.filter((item) => typeof item === 'string') : [],
      };
    default:
      return textField(base, property, words(initial));
  }
}

function textField(base: FieldBase, property: Fields, initial: string): Field {
  const choices = choicesOf(property);
  if (choices.length > 0) return { ...base, kind: 'choice', choices, initial };
  return {
    ...base,
    kind: 'text',
    format: words(property.format) || null,
    least: bound(property.minLength, 0),
    most: bound(property.maxLength, Number.POSITIVE_INFINITY),
    initial,
  };
}

/** Choices come bare (`enum`, perhaps with `enumNames`) or with titles (`oneOf`, `anyOf`). */
function choicesOf(property: Fields): FieldChoice[] {
  const titled = property.oneOf ?? property.anyOf;
  if (Array.isArray(titled)) {
    return titled
      .filter(isFields)
      .filter((item) => typeof item.const === 'string')
      .map((item) => ({ value: String(item.const), title: words(item.title) || String(item.const) }));
  }
  if (!Array.isArray(property.enum)) return [];
  const names: unknown[] = Array.isArray(property.enumNames) ? property.enumNames : [];
  return property.enum.map((value, n) => ({ value: String(value), title: words(names[n]) || String(value) }));
}

function words(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function bound(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}
