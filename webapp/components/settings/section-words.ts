import { catalogue } from '../../ui/catalogue.js';

/** The names of the pages of the settings; the palette lists them from the start, so they come without the pages' own words. */
export const sectionWords = catalogue({
  appearance: 'Appearance',
  notifications: 'Notifications and sounds',
  keyboard: 'Keyboard',
  permissions: 'Permissions',
  agents: 'Agents',
  mcp: 'MCP servers',
  computer: 'This computer',
  file: 'Settings file',
  programs: 'Programs',
  usage: 'Usage',
  data: 'Data',
  devices: 'Devices',
  logs: 'Logs',
  about: 'About',
});
