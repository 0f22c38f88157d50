// Short synthesised sounds: wood, dice and a bell. Nothing is loaded, and all can be muted.
import { isOn } from "./menu.js";

/** @type {AudioContext | null} */
let audioContext = null;

// Browsers allow sound only after the first interaction.
addEventListener("pointerdown", wakeAudio, { once: true });
addEventListener("keydown", wakeAudio, { once: true });

function wakeAudio() {
  if (typeof AudioContext !== "undefined") audioContext ??= new AudioContext();
}

/**
 * @param {AudioContext} audio
 * @param {number} frequency
 * @param {number} at
 * @param {number} length
 * @param {number} volume
 * @param {OscillatorType} [kind]
 */
function tone(audio, frequency, at, length, volume, kind = "sine") {
  const begin = audio.currentTime + at;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = kind;
  oscillator.frequency.setValueAtTime(frequency, begin);
  gain.gain.setValueAtTime(volume, begin);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(begin);
  oscillator.stop(begin + length);
}

// A short rattle, like a die on wood.
/**
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} volume
 */
function knock(audio, at, volume) {
  const length = 0.05;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) {
    samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  }
  const source = audio.createBufferSource();
  const gain = audio.createGain();
  gain.gain.value = volume;
  source.buffer = buffer;
  source.connect(gain).connect(audio.destination);
  source.start(audio.currentTime + at);
}

/** @type {Record<string, (audio: AudioContext) => void>} */
const SOUNDS = {
  shake: (audio) => [0, 0.07, 0.13, 0.2, 0.26, 0.35].forEach((at) => knock(audio, at, 0.25)),
  bid: (audio) => knock(audio, 0, 0.3),
  lift: (audio) => tone(audio, 520, 0, 0.09, 0.06, "triangle"),
  count: (audio) => tone(audio, 880, 0, 0.12, 0.07),
  call: (audio) => [196, 147].forEach((f, i) => tone(audio, f, i * 0.12, 0.3, 0.14, "triangle")),
  turn: (audio) => [660, 880].forEach((f, i) => tone(audio, f, i * 0.1, 0.22, 0.08)),
  lose: (audio) => [330, 262, 196].forEach((f, i) => tone(audio, f, i * 0.12, 0.28, 0.09, "triangle")),
  win: (audio) => [523, 659, 784, 1047].forEach((f, i) => tone(audio, f, i * 0.13, 0.4, 0.09)),
};

/** @param {string} name */
export function sound(name) {
  if (audioContext !== null && isOn("sound")) SOUNDS[name](audioContext);
}
