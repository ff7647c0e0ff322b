import type { SessionConfigOption } from '@agentclientprotocol/sdk';
import type { Command, CommandContext } from './command.js';
import { transcriptOf } from './turn-commands.js';

const CATEGORY_GROUPS: Readonly<Record<string, string>> = { mode: 'Mode', model: 'Model' };

/** Commands that depend on what there is now: sessions, agents, modes, options, pages of the settings. */
export function dynamicCommands(context: CommandContext): Command[] {
  return [
    ...optionCommands(context),
    ...modeCommands(context),
    ...agentCommands(context),
    ...sectionCommands(context),
    ...openCommands(context),
  ];
}

function modeCommands(context: CommandContext): Command[] {
  const transcript = transcriptOf(context);
  const { modes, options = [] } = transcript ?? {};
  if (!modes || options.some(({ category }) => category === 'mode')) return [];
  return modes.availableModes.map(({ id, name }) => ({
    id: `mode.${id}`,
    title: name,
    group: 'Mode',
    isCurrent: id === modes.currentModeId,
    run: ({ act }) => act({ type: 'set_mode', modeId: id }),
  }));
}

function optionCommands(context: CommandContext): Command[] {
  return (transcriptOf(context)?.options ?? []).flatMap(choicesOf);
}

function choicesOf(option: SessionConfigOption): Command[] {
  const { id: optionId, name } = option;
  const group = CATEGORY_GROUPS[option.category ?? ''] ?? name;
  if (option.type !== 'select') {
    const value = option.currentValue !== true;
    const title = `${name}: ${value ? 'on' : 'off'}`;
    return [{ id: `option.${optionId}`, title, group, run: ({ act }) => act({ type: 'set_option', optionId, value }) }];
  }
  const choices = option.options.flatMap((item) => ('options' in item ? item.options : [item]));
  return choices.map(({ value, name: title }) => ({
    id: `option.${optionId}.${value}`,
    title,
    group,
    isCurrent: value === option.currentValue,
    run: ({ act }) => act({ type: 'set_option', optionId, value }),
  }));
}

function agentCommands({ app }: CommandContext): Command[] {
  const agents = (app.app.value?.agents ?? []).filter(({ health }) => health.state !== 'missing');
  return agents.map(({ id, name }) => ({
    id: `agent.${id}`,
    title: `New session with ${name}`,
    group: 'Agent',
    run: ({ act }) => act({ type: 'new_session', agentId: id }),
  }));
}

function sectionCommands({ screen }: CommandContext): Command[] {
  return screen.sections.map(({ id, title }) => ({
    id: `settings.${id}`,
    title: `Settings: ${title}`,
    group: 'Settings',
    run: ({ act }) => act({ type: 'open_settings', section: id }),
  }));
}

function openCommands({ app }: CommandContext): Command[] {
  const sessions = (app.app.value?.sessions ?? []).filter(({ id }) => !app.hidden.value.has(id));
  return sessions.map(({ id, title }) => ({
    id: `open.${id}`,
    title: title || 'New session',
    group: 'Open session',
    isCurrent: id === app.view.value,
    run: ({ act }) => act({ type: 'open_session', sessionId: id }),
  }));
}
