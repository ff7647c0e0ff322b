/** A browser that was let in, as the page lists it. */
export interface DeviceView {
  readonly id: string;
  /** What a person calls it, or what it calls itself, e.g. "Chrome on Linux". */
  readonly label: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
}

export const DEVICE_LABEL_CHARS = 60;

/** This computer, and what AcDeck is and keeps there. */
export interface HostInfo {
  /** The device that asks. */
  readonly deviceId: string;
  readonly version: string;
  readonly node: string;
  /** The system and its processor, e.g. "linux x64". */
  readonly platform: string;
  readonly dataDir: string;
  readonly sizes: DataSizes;
}

/** What is kept, in bytes. */
export interface DataSizes {
  /** The history file, in which all sessions are. */
  readonly history: number;
  readonly uploads: number;
  /** Logs, undo copies and everything else. */
  readonly other: number;
}
