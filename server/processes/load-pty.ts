/** A process in its own terminal, as far as we use one. */
export interface PtyProcess {
  readonly pid: number;
  onData(listener: (text: string) => void): unknown;
  onExit(listener: (exit: { exitCode: number; signal?: number }) => void): unknown;
  write(text: string): void;
  resize(cols: number, rows: number): void;
  pause(): void;
  resume(): void;
}

export interface PtyOptions {
  name: string;
  cols: number;
  rows: number;
  cwd: string;
  env: Record<string, string>;
}

/** What starts processes in terminals. */
export interface Pty {
  spawn(file: string, args: string[], options: PtyOptions): PtyProcess;
}

/** Loads the optional package for terminals; null where it is not installed or not made for this machine. */
export async function loadPty(): Promise<Pty | null> {
  try {
    return await import('@lydell/node-pty');
  } catch {
    return null;
  }
}
