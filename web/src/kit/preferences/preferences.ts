import { useCallback } from 'react'
import { Store, useStore } from '../layers/store.ts'

type Values = Readonly<Record<string, unknown>>

const storage_key = 'preferences'

const preferences = new Store<Values>(readLocal())
let saveElsewhere: (key: string, value: unknown) => void = () => undefined

/**
 * Where preferences are stored besides this browser: the app passes the signed-in user's settings and how one of them is
 * saved, so that columns and views follow the person to another device.
 */
export function loadPreferences(stored: Values, save: (key: string, value: unknown) => void): void {
  saveElsewhere = save
  preferences.write({ ...preferences.read(), ...stored })
}

/** A preference as it is now, outside React; `undefined` until something has been chosen. */
export function readPreference(key: string): unknown {
  return preferences.read()[key]
}

/** Takes over a choice here, in this browser and for the signed-in user. */
export function savePreference(key: string, value: unknown): void {
  const next = { ...preferences.read(), [key]: value }
  preferences.write(next)
  writeLocal(next)
  saveElsewhere(key, value)
}

/** One preference and how to change it; the fallback counts until something has been chosen. */
export function usePreference<Value>(key: string, fallback: Value): [Value, (value: Value) => void] {
  const all = useStore(preferences)
  const set = useCallback((value: Value) => savePreference(key, value), [key])
  return [key in all ? (all[key] as Value) : fallback, set]
}

function readLocal(): Values {
  try {
    return JSON.parse(localStorage.getItem(storage_key) ?? '{}') as Values
  } catch {
    return {}
  }
}

function writeLocal(values: Values): void {
  try {
    localStorage.setItem(storage_key, JSON.stringify(values))
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
