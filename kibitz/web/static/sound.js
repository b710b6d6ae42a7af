// Sounds are made, not loaded: a card that slides, a chime when it is one's turn.

import { state } from "./store.js";

let audio = null;

// A browser plays nothing before somebody has touched the page.
function context() {
  if (!state.settings.sound || !navigator.userActivation?.hasBeenActive || document.hidden) return null;
  audio ??= new AudioContext();
  return audio.state === "suspended" ? null : audio;
}

export function slide(gain = 0.07) {
  const found = context();
  if (!found) return;
  const noise = found.createBuffer(1, found.sampleRate * 0.09, found.sampleRate);
  const signs = noise.getChannelData(0);
  for (let at = 0; at < signs.length; at++) signs[at] = (Math.random() * 2 - 1) * (1 - at / signs.length) ** 2;
  const [source, filter, level] = [found.createBufferSource(), found.createBiquadFilter(), found.createGain()];
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = 2400;
  level.gain.value = gain;
  source.connect(filter).connect(level).connect(found.destination);
  source.start();
}

export function chime() {
  const found = context();
  if (!found) return;
  [660, 880].forEach((pitch, turn) => {
    const [tone, level] = [found.createOscillator(), found.createGain()];
    const begin = found.currentTime + turn * 0.12;
    tone.frequency.value = pitch;
    level.gain.setValueAtTime(0.0001, begin);
    level.gain.exponentialRampToValueAtTime(0.06, begin + 0.02);
    level.gain.exponentialRampToValueAtTime(0.0001, begin + 0.35);
    tone.connect(level).connect(found.destination);
    tone.start(begin);
    tone.stop(begin + 0.4);
  });
}
