import type { ShapeKit } from '../event-shape.js';
import type { CasesOf } from './event-case.js';

/** What people choose for a session: its mode, the agent's options, its name. */
export const settingShapes = ({ id, name, options }: ShapeKit) => ({
  mode_changed: { modeId: id },
  options_changed: { options: options.transform((read) => read ?? []) },
  session_renamed: { title: name },
});

export const settingCases: CasesOf<typeof settingShapes> = {
  mode_changed: {
    fold: (t, { modeId }) => (t.modes ? { ...t, modes: { ...t.modes, currentModeId: modeId } } : t),
  },
  options_changed: { fold: (t, { options }) => ({ ...t, options }) },
  session_renamed: { fold: (t, { title }) => ({ ...t, title }) },
};
