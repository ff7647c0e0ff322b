import type { SessionConfigOption } from '@agentclientprotocol/sdk';
import { own } from '../../server/protocol/own.js';
import { serverCommand, sessionCommand } from '../state/app/acts.js';
import { listedSessions } from '../state/app/session-groups.js';
import type { Command, CommandContext } from './command.js';
import { lateCommandWords } from './late-words.js';
import { sessionOf } from './session-commands.js';
import { transcriptOf } from './turn-commands.js';
import { commandWords } from './words.js';

const CATEGORY_GROUPS: Readonly<Record<string, string>> = {
  mode: commandWords.groups.mode,
  model: commandWords.groups.model,
};

/** Commands that depend on what there is now: sessions, agents, modes, options, pages of the settings. */
export function dynamicCommands(context: CommandContext): Command[] {
  return [
    ...optionCommands(context),
    ...modeCommands(context),
    ...agentCommands(context),
    ...sectionCommands(context),
    ...titleCommands(context),
    ...agentListCommands(context),
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
    group: commandWords.groups.mode,
    isCurrent: id === modes.currentModeId,
    run: ({ act }) => act(sessionCommand('AcpBridge', 'set_mode', id)),
  }));
}

function optionCommands(context: CommandContext): Command[] {
  return (transcriptOf(context)?.options ?? []).flatMap(choicesOf);
}

function choicesOf(option: SessionConfigOption): Command[] {
  const { id: optionId, name } = option;
  const group = own(CATEGORY_GROUPS, option.category ?? '') ?? name;
  if (option.type !== 'select') {
    const value = option.currentValue !== true;
    const title = (value ? commandWords.option.turnOn : commandWords.option.turnOff)(name);
    return [
      {
        id: `option.${optionId}`,
        title,
        group,
        run: ({ act }) => act(sessionCommand('AcpBridge', 'set_option', optionId, value)),
      },
    ];
  }
  const choices = option.options.flatMap((item) => ('options' in item ? item.options : [item]));
  return choices.map(({ value, name: title }) => ({
    id: `option.${optionId}.${value}`,
    title,
    group,
    isCurrent: value === option.currentValue,
    run: ({ act }) => act(sessionCommand('AcpBridge', 'set_option', optionId, value)),
  }));
}

function agentCommands({ app }: CommandContext): Command[] {
  const agents = (app.server.app.value?.agents ?? []).filter(({ health }) => health.state !== 'missing');
  return agents.map(({ id, name }) => ({
    id: `agent.${id}`,
    title: commandWords.session.withAgent(name),
    group: commandWords.groups.agent,
    run: ({ act }) => act({ type: 'new_session', agentId: id }),
  }));
}

function sectionCommands({ screen }: CommandContext): Command[] {
  return screen.sections.map(({ id, title }) => ({
    id: `settings.${id}`,
    title: commandWords.page.section(title),
    group: commandWords.groups.settings,
    run: ({ act }) => act({ type: 'open_settings', section: id }),
  }));
}

/** The title comes by itself; until then a person knows that somebody thinks about it. */
function titleCommands(context: CommandContext): Command[] {
  const session = sessionOf(context);
  if (!session?.writable || session.empty || session.origin) return [];
  const run = ({ act, app }: CommandContext) => {
    act(serverCommand('Sessions', 'suggest_title', session.id));
    app.notices.toasts.show({ text: lateCommandWords.suggesting });
  };
  return [
    { id: 'session.suggestTitle', title: lateCommandWords.suggestTitle, group: commandWords.groups.session, run },
  ];
}

/** Agents keep sessions of their own; the list shows them once they were asked. */
function agentListCommands({ app }: CommandContext): Command[] {
  if (!app.server.app.value?.agents.length) return [];
  const run = ({ act }: CommandContext) => {
    act(serverCommand('Sessions', 'list_from_agents', null));
    app.notices.toasts.show({ text: lateCommandWords.listing });
  };
  return [{ id: 'session.listAgents', title: lateCommandWords.listAgents, group: commandWords.groups.session, run }];
}

function openCommands({ app }: CommandContext): Command[] {
  const sessions = listedSessions(app.server.app.value?.sessions ?? [], app.sessions.hidden.value);
  return sessions.map(({ id, title }) => ({
    id: `open.${id}`,
    title: title || commandWords.session.untitled,
    group: commandWords.groups.openSession,
    isCurrent: id === app.page.view.value,
    run: ({ act }) => act({ type: 'open_session', sessionId: id }),
  }));
}
