/** The part of the Battery Status API that is used; only some browsers have it. */
interface Battery {
  level: number
  addEventListener: (type: 'levelchange', listener: () => void) => void
}

let percent: number | null = null
let started: Promise<void> | null = null

/** Follows the charge of the phone from now on, where the browser has it. */
export function watchBattery(): void {
  const { getBattery } = navigator as Navigator & { getBattery?: () => Promise<Battery> }
  if (!getBattery) return
  started ??= getBattery.call(navigator).then(
    (battery) => {
      const update = (): void => {
        percent = Math.round(battery.level * 100)
      }
      update()
      battery.addEventListener('levelchange', update)
    },
    () => undefined,
  )
}

/** Returns the charge in percent; `null` when it is not known. */
export function batteryNow(): number | null {
  return percent
}
