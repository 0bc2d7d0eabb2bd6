/** Short sounds, made when they are needed: there are no files to fetch. Vibration goes with them. */
import { sounds } from './preferences.js';

/**
 * A part of a sound: a tone that glides from one frequency to another, or noise around them.
 * @typedef {{at?: number, lasts: number, from: number, to?: number, loud?: number, noise?: boolean, shape?: OscillatorType}} Part
 */

/** @param {number[]} times @param {Part} part @returns {Part[]} */
const repeated = (times, part) => times.map((at) => ({ ...part, at }));
/** @param {number[]} notes @param {number} apart @param {Partial<Part>} [how] @returns {Part[]} */
const melody = (notes, apart, how = {}) =>
  notes.map((from, place) => ({ at: place * apart, lasts: 0.3, from, loud: 0.5, ...how }));

/** @type {Record<string, Part[]>} */
export const SOUNDS = {
  roll: repeated([0, 0.07, 0.13, 0.21, 0.27, 0.36, 0.47], {
    lasts: 0.05,
    from: 2400,
    to: 1500,
    noise: true,
    loud: 0.6,
  }),
  tap: [{ lasts: 0.07, from: 420, to: 190, shape: 'triangle', loud: 0.7 }],
  walk: repeated([0, 0.16, 0.32], { lasts: 0.06, from: 300, to: 150, shape: 'triangle' }),
  word: melody([520, 660], 0.09, { lasts: 0.12, loud: 0.3 }),
  card: [{ lasts: 0.12, from: 3200, to: 1800, noise: true, loud: 0.4 }],
  lift: [{ lasts: 0.7, from: 300, to: 1400, noise: true, loud: 0.35 }],
  good: melody([523, 659, 784], 0.09),
  bad: melody([233, 196], 0.16, { lasts: 0.34, shape: 'sawtooth', loud: 0.28 }),
  fall: [
    { lasts: 0.8, from: 700, to: 120, loud: 0.4 },
    { at: 0.85, lasts: 0.4, from: 900, to: 300, noise: true, loud: 0.6 },
  ],
  coin: melody([1319, 1760], 0.07, { lasts: 0.25, loud: 0.3 }),
  wink: melody([880, 1175], 0.1, { lasts: 0.14, loud: 0.3 }),
  turn: melody([587, 784], 0.14, { loud: 0.35 }),
  win: melody([523, 659, 784, 1047], 0.12, { lasts: 0.5 }),
};

/** Milliseconds of vibration and rest in turn. @type {Record<string, number[]>} */
export const SHAKES = {
  good: [30],
  bad: [50, 60, 90],
  fall: [20, 40, 160],
  turn: [40],
  win: [40, 60, 40, 60, 120],
};

const LOUD = 0.16;
/** @type {AudioContext | null} */
let context = null;

/** Let a sound be heard, if sounds are wanted and the device has any. @param {string} cue */
export function play(cue) {
  if (!sounds.value || document.hidden) return;
  const shake = SHAKES[cue];
  if (shake) navigator.vibrate?.(shake);
  if (!('AudioContext' in globalThis)) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') context.resume().catch(() => {});
  for (const part of SOUNDS[cue] ?? []) sound(context, part);
}

/** @param {AudioContext} device @param {Part} part */
function sound(device, part) {
  const { at = 0, lasts, from, to = from, loud = 0.5, noise, shape = 'sine' } = part;
  const start = device.currentTime + at;
  const volume = device.createGain();
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(LOUD * loud, start + Math.min(0.02, lasts / 4));
  volume.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  volume.connect(device.destination);
  const glides = (/** @type {AudioParam} */ frequency) => {
    frequency.setValueAtTime(from, start);
    frequency.exponentialRampToValueAtTime(to, start + lasts);
  };
  if (!noise) {
    const tone = device.createOscillator();
    tone.type = shape;
    glides(tone.frequency);
    tone.connect(volume);
    tone.start(start);
    tone.stop(start + lasts);
    return;
  }
  const source = device.createBufferSource();
  source.buffer = rustle(device);
  const band = device.createBiquadFilter();
  band.type = 'bandpass';
  glides(band.frequency);
  source.connect(band);
  band.connect(volume);
  source.start(start);
  source.stop(start + lasts);
}

/** A second of noise. @param {AudioContext} device */
function rustle(device) {
  const buffer = device.createBuffer(1, device.sampleRate, device.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  return buffer;
}
