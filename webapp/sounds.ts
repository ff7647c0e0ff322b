import type { Summons } from './state/app/attention.js';

/** Two notes up for an end, the same note twice for a question; in hertz. */
const NOTES: Record<Summons['kind'], readonly number[]> = { finished: [523, 784], asked: [659, 659] };
const NOTE_SECONDS = 0.16;
const LOUDNESS = 0.08;

let context: AudioContext | null = null;

/** Plays a short sound. */
export function playSound(kind: Summons['kind']): void {
  context ??= new AudioContext();
  const { currentTime, destination } = context;
  for (const [n, hertz] of NOTES[kind].entries()) {
    const start = currentTime + n * NOTE_SECONDS;
    const tone = new OscillatorNode(context, { type: 'sine', frequency: hertz });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + NOTE_SECONDS);
    tone.connect(volume).connect(destination);
    tone.start(start);
    tone.stop(start + NOTE_SECONDS);
  }
}
