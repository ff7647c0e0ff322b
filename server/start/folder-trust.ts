import type { McpServer } from '@agentclientprotocol/sdk';
import type { CatalogEntry } from '../agents/catalog/catalog.js';
import { type FolderOffer, folderOffer } from '../agents/catalog/folder-offer.js';
import type { AgentConsent } from '../agents/catalog/launch-choice.js';
import { asKnown, recogniseCommand } from '../agents/catalog/recognise-agent.js';
import type { FolderTrust as TrustView } from '../protocol/api/agent-report.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import type { SettingsProblem } from '../protocol/api/settings-problem.js';
import { FOLDER_CONFIG, type ReadFolderConfig, readFolderConfig } from '../settings/folder-config.js';
import type { KeptChoices } from '../settings/kept-choices.js';

export interface FolderTrustParts {
  /** A real path. */
  readonly folder: string;
  readonly path: string | undefined;
  /** The person's own agents and the built-in ones. */
  readonly known: () => readonly CatalogEntry[];
  readonly choices: KeptChoices;
}

/** What a folder brings, and whether a person has said yes to exactly that. */
export class TrustKeeper implements AgentConsent {
  /** The agents that the folder's own settings name. */
  entries: readonly CatalogEntry[];
  readonly #parts: FolderTrustParts;
  #read: ReadFolderConfig;
  #isDeclined = false;

  constructor(parts: FolderTrustParts) {
    this.#parts = parts;
    this.#read = readFolderConfig(parts.folder);
    this.entries = folderEntries(this.#read, parts.known());
  }

  /** Takes the folder's own settings as they are now. A yes that was given for others does not count for them. */
  refresh(): void {
    const { folder, known } = this.#parts;
    this.#read = readFolderConfig(folder);
    this.entries = folderEntries(this.#read, known());
  }

  /** What is wrong with the folder's own settings. */
  get problem(): SettingsProblem | null {
    return this.#read.problem;
  }

  /** The agent that the folder wants, once it is trusted. */
  get wantedAgent(): string | null {
    const { agent } = this.#read.config;
    if (agent === null || !this.mayUseFolder()) return null;
    return this.entries.find(({ id }) => id === agent || id === folderId(agent))?.id ?? agent;
  }

  /** The MCP servers of the folder's own settings, once it is trusted. */
  get mcpServers(): readonly McpServer[] {
    const { mcpServers } = this.#read.config;
    return mcpServers.length > 0 && this.mayUseFolder() ? mcpServers : [];
  }

  /** Looked at anew each time: what was changed since the yes was not meant by it. */
  mayUseFolder(): boolean {
    const offer = this.#offer();
    return offer !== null && this.#isSaid(offer);
  }

  mayUseNpx(agentId: string): boolean {
    return this.#parts.choices.usesNpx(agentId);
  }

  /** For people; null if the folder brings nothing. */
  get view(): TrustView | null {
    const offer = this.#offer();
    if (!offer) return null;
    const isTrusted = this.#isSaid(offer);
    return {
      state: isTrusted ? 'trusted' : this.#isDeclined ? 'declined' : 'asked',
      fingerprint: offer.fingerprint,
      isChanged: !isTrusted && this.#parts.choices.trustedPrint(this.#parts.folder) !== null,
      agents: offer.agents,
      mcpServers: this.#read.config.mcpServers.map(({ name }) => name),
    };
  }

  /** Takes a person's yes or no; only to what they have seen. */
  answer(fingerprint: string, isTrusted: boolean): void {
    const { folder, choices } = this.#parts;
    const offer = this.#offer();
    if (!offer || offer.fingerprint !== fingerprint) {
      throw new RpcError('conflict', 'The agents or settings of this folder have changed.', { code: 'folder_changed' });
    }
    if (isTrusted) choices.trust(folder, fingerprint);
    else choices.distrust(folder);
    this.#isDeclined = !isTrusted;
  }

  #isSaid({ fingerprint }: FolderOffer): boolean {
    const { choices, folder } = this.#parts;
    // Entries are made of the file as it was last read; another text in it means other ones.
    const isSame = readFolderConfig(folder).text === this.#read.text;
    return isSame && choices.trustedPrint(folder) === fingerprint;
  }

  #offer(): FolderOffer | null {
    const { folder, path, known } = this.#parts;
    const { config, text } = this.#read;
    const says = config.agents.size > 0 || config.mcpServers.length > 0 || config.agent !== null;
    return folderOffer({ entries: [...known(), ...this.entries], path, folder, config: says ? text : null });
  }
}

/** An agent of the folder never takes the place of one that the person knows by that name. */
function folderEntries({ config }: ReadFolderConfig, known: readonly CatalogEntry[]): CatalogEntry[] {
  return [...config.agents].flatMap(([id, { name, command, env, home }]): CatalogEntry[] => {
    const [program, ...args] = command ?? [];
    if (!program) return [];
    const isTaken = known.some((entry) => entry.id === id);
    const recognised = recogniseCommand([program, ...args]);
    const entry: CatalogEntry = {
      id: isTaken ? folderId(id) : id,
      // The file says where it comes from, in every language.
      name: `${name ?? id} (${FOLDER_CONFIG})`,
      isOfFolder: true,
      commands: [{ command: program, args }],
      env,
      ...(home === null ? {} : { homePath: home }),
      install: { kind: 'settings', agentId: id, command: program },
      login: recognised?.login ?? { kind: 'unknown' },
    };
    return [recognised ? asKnown(entry, recognised) : entry];
  });
}

function folderId(id: string): string {
  return `folder-${id}`;
}
