import { useEffect } from 'react'
import { Store, useStore } from '../../kit/layers/store.ts'

const key = 'theme_sunlight'

/** Whether sunlight mode is on: black on white, with a contrast of at least 7 : 1 everywhere, in every theme. */
export const sunlight = new Store(localStorage.getItem(key) === '1')

export function chooseSunlight(isOn: boolean): void {
  if (isOn) localStorage.setItem(key, '1')
  else localStorage.removeItem(key)
  sunlight.write(isOn)
}

/** Applies sunlight mode to driver pages while they are open. */
export function useSunlight(): void {
  const isOn = useStore(sunlight)
  useEffect(() => {
    const { dataset } = document.documentElement
    if (isOn) dataset.sunlight = 'on'
    return () => {
      delete dataset.sunlight
    }
  }, [isOn])
}
