/**
 * Results of a scan. Each has its own sound, which differs from the scanner’s own beep
 * (docs/domain/interface.md#sounds).
 */
export type ScanSound =
  | 'tick'
  | 'accepted'
  | 'undone'
  | 'repeat'
  | 'notice'
  | 'refused'
  | 'complete'
  | 'lost'
  | 'back'
  | 'reminder'

interface Note {
  /** Frequency in Hz; a pair slides from the first to the second. */
  pitch: number | readonly [number, number]
  /** Duration in ms. */
  length: number
  /** Silence before the note, in ms. */
  rest?: number
  shape?: OscillatorType
}

const tunes: Record<ScanSound, readonly Note[]> = {
  tick: [{ pitch: 1800, length: 12 }],
  accepted: [
    { pitch: 880, length: 60 },
    { pitch: 1320, length: 80 },
  ],
  undone: [
    { pitch: 1320, length: 60 },
    { pitch: 880, length: 80 },
  ],
  repeat: [
    { pitch: 660, length: 50 },
    { pitch: 660, length: 50, rest: 50 },
  ],
  notice: [{ pitch: 520, length: 180 }],
  refused: [
    { pitch: 200, length: 350, shape: 'square' },
    { pitch: 200, length: 350, rest: 80, shape: 'square' },
  ],
  complete: [
    { pitch: 660, length: 70 },
    { pitch: 880, length: 70 },
    { pitch: 1100, length: 70 },
    { pitch: 1320, length: 140 },
  ],
  lost: [{ pitch: [600, 220], length: 500 }],
  back: [{ pitch: [220, 600], length: 500 }],
  reminder: [{ pitch: 200, length: 220 }],
}

const vibrations: Partial<Record<ScanSound, number[]>> = {
  accepted: [40],
  undone: [40, 60, 40],
  repeat: [40, 60, 40],
  notice: [120],
  refused: [200, 100, 200],
  complete: [40, 60, 40, 60, 40],
}

const volume_key = 'sound_volume'
let audio: AudioContext | null = null

/** Returns the volume of this device, from 0 (off) to 1. */
export function soundVolume(): number {
  const stored = Number(localStorage.getItem(volume_key) ?? '0.6')
  return Number.isFinite(stored) ? Math.min(1, Math.max(0, stored)) : 0.6
}

export function setSoundVolume(volume: number): void {
  localStorage.setItem(volume_key, String(volume))
}

/** Enables sound. Browsers allow sound only after a user action: call this from 'Start scanning'. */
export function unlockSound(): void {
  audio ??= new AudioContext()
  void audio.resume()
}

/** Plays the synthesised sound of a scan result and vibrates; never use it as the only signal. */
export function playScanSound(sound: ScanSound): void {
  const pattern = vibrations[sound]
  if (pattern && typeof navigator.vibrate === 'function') navigator.vibrate(pattern)
  const volume = soundVolume()
  if (volume === 0) return
  unlockSound()
  if (!audio) return
  let at = audio.currentTime
  for (const note of tunes[sound]) {
    at += (note.rest ?? 0) / 1000
    playNote(audio, note, at, volume)
    at += note.length / 1000
  }
}

function playNote(
  context: AudioContext,
  { pitch, length, shape = 'sine' }: Note,
  at: number,
  volume: number,
): void {
  const tone = context.createOscillator()
  const loudness = context.createGain()
  const end = at + length / 1000
  const [from, to] = typeof pitch === 'number' ? [pitch, pitch] : pitch
  tone.type = shape
  tone.frequency.setValueAtTime(from, at)
  if (to !== from) tone.frequency.linearRampToValueAtTime(to, end)
  loudness.gain.setValueAtTime(0, at)
  loudness.gain.linearRampToValueAtTime(volume * (shape === 'square' ? 0.35 : 0.6), at + 0.004)
  loudness.gain.setValueAtTime(volume * (shape === 'square' ? 0.35 : 0.6), Math.max(at + 0.004, end - 0.008))
  loudness.gain.linearRampToValueAtTime(0, end)
  tone.connect(loudness).connect(context.destination)
  tone.start(at)
  tone.stop(end)
}
