import { useEffect } from 'react'
import { Store, useStore } from '../../kit/layers/store.ts'

const key = 'theme_sunlight'

/** Whether the phone is used in bright sunlight: black on white, at least 7 : 1 everywhere, whatever the theme. */
export const sunlight = new Store(localStorage.getItem(key) === '1')

export function chooseSunlight(isOn: boolean): void {
  if (isOn) localStorage.setItem(key, '1')
  else localStorage.removeItem(key)
  sunlight.write(isOn)
}

/** Puts the driver pages into sunlight while they are open. */
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
