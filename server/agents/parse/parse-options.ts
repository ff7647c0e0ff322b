import type {
  AvailableCommand,
  SessionConfigOption,
  SessionConfigSelectGroup,
  SessionConfigSelectOption,
  SessionModeState,
} from '@agentclientprotocol/sdk';
import { fieldsOf, isFields } from '../../protocol/fields.js';
import { cutName } from '../../text/cut-text.js';
import { cleanLine, stripControl } from '../../text/strip-control.js';
import { idOf, LABEL_CHARS, listOf, present, stringField } from './read-fields.js';

const DESCRIPTION_CHARS = 1_000;

/** The options of a session; those of a kind that we do not know are skipped. Null if it isn't a list. */
export function parseOptions(value: unknown): SessionConfigOption[] | null {
  return listOf(value, parseOption);
}

export function parseCommands(value: unknown): AvailableCommand[] | null {
  return listOf(value, (item) => {
    const { name, description, input } = fieldsOf(item);
    const id = idOf(name)?.replace(/^\//, '');
    if (!id) return null;
    const hint = stringField(fieldsOf(input).hint);
    return {
      name: labelOf(id),
      description: describe(description) ?? '',
      ...(hint === null ? {} : { input: { hint: labelOf(hint) } }),
    };
  });
}

export function parseModes(value: unknown): SessionModeState | null {
  const { currentModeId, availableModes } = fieldsOf(value);
  const modes = listOf(availableModes, (item) => {
    const { id, name, description } = fieldsOf(item);
    const modeId = idOf(id);
    if (modeId === null) return null;
    return {
      id: modeId,
      name: labelOf(stringField(name) ?? modeId),
      ...present({ description: describe(description) }),
    };
  });
  const current = idOf(currentModeId) ?? modes?.[0]?.id;
  return modes?.length && current ? { currentModeId: current, availableModes: modes } : null;
}

function parseOption(value: unknown): SessionConfigOption | null {
  const { id, name, description, category, type, currentValue, options } = fieldsOf(value);
  const optionId = idOf(id);
  if (optionId === null) return null;
  const about = {
    id: optionId,
    name: labelOf(stringField(name) ?? optionId),
    ...present({ description: describe(description), category: stringField(category) }),
  };
  if (type === 'boolean') return { ...about, type, currentValue: currentValue === true };
  const choices = type === 'select' ? parseChoices(options) : null;
  const current = idOf(currentValue);
  return choices && current !== null ? { ...about, type: 'select', currentValue: current, options: choices } : null;
}

function parseChoices(value: unknown): SessionConfigSelectOption[] | SessionConfigSelectGroup[] | null {
  const isGrouped = Array.isArray(value) && value.some((item) => isFields(item) && Array.isArray(item.options));
  return isGrouped ? listOf(value, parseGroup) : listOf(value, parseChoice);
}

function parseGroup(value: unknown): SessionConfigSelectGroup | null {
  const { group, name, options } = fieldsOf(value);
  const id = idOf(group);
  const choices = listOf(options, parseChoice);
  return id !== null && choices ? { group: id, name: labelOf(stringField(name) ?? id), options: choices } : null;
}

function parseChoice(value: unknown): SessionConfigSelectOption | null {
  const { value: raw, name, description } = fieldsOf(value);
  const id = idOf(raw);
  if (id === null) return null;
  return { value: id, name: labelOf(stringField(name) ?? id), ...present({ description: describe(description) }) };
}

function labelOf(text: string): string {
  return cutName(cleanLine(text), LABEL_CHARS);
}

function describe(value: unknown): string | null {
  return typeof value === 'string' ? cutName(stripControl(value), DESCRIPTION_CHARS) : null;
}
