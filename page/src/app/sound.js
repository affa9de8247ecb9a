// Short synthesized sounds, off by default.

import { load, store } from "./settings.js";

/** @typedef {"place" | "refuse" | "won" | "lost"} SoundName */

/** Each note has a pitch in hertz, and a start and a duration in seconds. */
const SOUNDS = {
  place: {
    wave: "triangle",
    notes: [
      [196, 0, 0.07],
      [392, 0.004, 0.05],
    ],
  },
  refuse: {
    wave: "sine",
    notes: [
      [147, 0, 0.12],
      [139, 0.05, 0.12],
    ],
  },
  won: {
    wave: "triangle",
    notes: [
      [392, 0, 0.16],
      [494, 0.11, 0.16],
      [587, 0.22, 0.16],
      [784, 0.33, 0.4],
    ],
  },
  lost: {
    wave: "triangle",
    notes: [
      [330, 0, 0.2],
      [294, 0.16, 0.2],
      [247, 0.32, 0.45],
    ],
  },
};

/** @type {AudioContext | null} */
let context = null;

export function hasSound() {
  return load("sound", false);
}

/** @param {boolean} isOn */
export function turnSound(isOn) {
  store("sound", isOn);
  if (isOn) sound("place");
}

/** Plays a sound if sounds are on. @param {SoundName} name */
export function sound(name) {
  if (!hasSound()) return;
  context ??= new AudioContext();
  const { wave, notes } = SOUNDS[name];
  for (const [pitch, begins, lasts] of notes) {
    const start = context.currentTime + begins;
    const tone = new OscillatorNode(context, { type: /** @type {OscillatorType} */ (wave), frequency: pitch });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.12, start + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + lasts + 0.02);
  }
}
