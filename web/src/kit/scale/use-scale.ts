import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { LoadRecogniser, type ScaleWeight } from './scale-lines.ts'
import { openScale, type SerialLike } from './scale-port.ts'

/** The scale of this device. It stays connected while the user goes from page to page. */
interface ScaleState {
  state: 'off' | 'connecting' | 'connected' | 'lost'
  weight: ScaleWeight | null
  /** What the scale reports instead of a weight, such as an overload. */
  problem: string | null
}

type OnLoad = (kg: number) => void

let current: ScaleState = { state: 'off', weight: null, problem: null }
let stop: (() => Promise<void>) | null = null
const listeners = new Set<() => void>()
const loads: OnLoad[] = []

function update(change: Partial<ScaleState>): void {
  current = { ...current, ...change }
  for (const listener of listeners) listener()
}

interface Serial {
  requestPort(): Promise<SerialLike>
}

/** Returns the Web Serial API; `null` where the browser has none. */
const serialOf = (): Serial | null =>
  'serial' in navigator ? (navigator as Navigator & { serial: Serial }).serial : null

/** Whether this browser can read a scale by cable: Chrome and Edge on a computer can. */
export const canReadScale = (): boolean => serialOf() !== null

/** Lets the user choose the port of the scale and reads it. Nothing happens when the user chooses none. */
export async function connectScale(given?: SerialLike): Promise<void> {
  await disconnectScale()
  let port = given
  try {
    port ??= await serialOf()?.requestPort()
  } catch {
    return
  }
  if (!port) return
  const recogniser = new LoadRecogniser()
  update({ state: 'connecting', weight: null, problem: null })
  try {
    stop = await openScale(port, {
      onWeight: (weight) => {
        update({ weight, problem: null })
        const kg = recogniser.next(weight)
        if (kg !== null) loads.at(-1)?.(kg)
      },
      onProblem: (problem) => update({ weight: null, problem }),
      onSilent: () => update({ weight: null, problem: 'The scale does not answer. Is it on?' }),
      onLost: () => update({ state: 'lost', weight: null }),
    })
    update({ state: 'connected' })
  } catch {
    update({
      state: 'lost',
      weight: null,
      problem: 'The port is in use by another program, or the scale is off.',
    })
  }
}

/** Disconnects the scale and frees the port. */
export async function disconnectScale(): Promise<void> {
  await stop?.()
  stop = null
  update({ state: 'off', weight: null, problem: null })
}

/** Returns the scale as it is now. */
export const scaleState = (): ScaleState => current

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the scale; `onLoad` gets the kg of each new parcel that rests on it. The part mounted last receives it. */
export function useScale(onLoad: OnLoad): ScaleState {
  const receive = useEffectEvent(onLoad)
  useEffect(() => {
    const own: OnLoad = (kg) => receive(kg)
    loads.push(own)
    return () => {
      loads.splice(loads.indexOf(own), 1)
    }
  }, [])
  return useSyncExternalStore(subscribe, scaleState)
}
