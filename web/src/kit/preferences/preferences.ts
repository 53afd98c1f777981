import { useCallback } from 'react'
import { Store, useStore } from '../layers/store.ts'

type Values = Readonly<Record<string, unknown>>

const storage_key = 'preferences'

const preferences = new Store<Values>(readLocal())
let saveElsewhere: (key: string, value: unknown) => void = () => undefined

/**
 * Connects the preferences to the server: the app passes the stored preferences of the signed-in user and a function
 * that saves one of them, so that columns and views are the same on every device.
 */
export function loadPreferences(stored: Values, save: (key: string, value: unknown) => void): void {
  saveElsewhere = save
  preferences.write({ ...preferences.read(), ...stored })
}

/** Returns the current value of a preference, outside React; `undefined` until the user has chosen one. */
export function readPreference(key: string): unknown {
  return preferences.read()[key]
}

/** Saves a preference in memory, in this browser and for the signed-in user. */
export function savePreference(key: string, value: unknown): void {
  const next = { ...preferences.read(), [key]: value }
  preferences.write(next)
  writeLocal(next)
  saveElsewhere(key, value)
}

/** Returns a preference and its setter; `fallback` applies until the user has chosen a value. */
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
    // Without storage, the preference lasts until the page is closed.
  }
}
