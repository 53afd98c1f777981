import { useEffect } from 'react'
import { Store, useStore } from '../../kit/layers/store.ts'

const key = 'driver_photos_on_wifi'

/** The part of the Network Information API that is used; absent in many browsers (iPhone, Firefox). */
interface Connection extends EventTarget {
  type?: string
}

/** Whether the driver chose that photos wait for Wi-Fi. */
export const photos_on_wifi = new Store(localStorage.getItem(key) === '1')

/** Whether the driver sends the waiting photos now, over any network, until the page is closed or none wait. */
const send_now = new Store(false)

const network = new Store(networkKind())

export function choosePhotosOnWifi(isOn: boolean): void {
  if (isOn) localStorage.setItem(key, '1')
  else localStorage.removeItem(key)
  photos_on_wifi.write(isOn)
  send_now.write(false)
}

/** Sends waiting photos over any network, or ends that. */
export function sendPhotosNow(isOn: boolean): void {
  send_now.write(isOn)
}

function connectionOf(): Connection | undefined {
  return (navigator as Navigator & { connection?: Connection }).connection
}

/** Returns the kind of network: `wifi` also for a cable; `unknown` when the browser does not tell. */
export function networkKind(): 'wifi' | 'mobile' | 'unknown' {
  const type = connectionOf()?.type
  if (type === 'wifi' || type === 'ethernet') return 'wifi'
  return type === 'cellular' || type === 'bluetooth' || type === 'wimax' ? 'mobile' : 'unknown'
}

/** Whether photos wait: the driver chose so, and the phone is on a network that is not Wi-Fi. */
export function photosWait(isChosen: boolean, kind: ReturnType<typeof networkKind>, isNow: boolean): boolean {
  return isChosen && !isNow && kind === 'mobile'
}

/** Returns whether photos wait for Wi-Fi, and the kind of network; renders again when the network changes. */
export function usePhotosWait(): { isWaiting: boolean; network: ReturnType<typeof networkKind> } {
  const [isChosen, kind, isNow] = [useStore(photos_on_wifi), useStore(network), useStore(send_now)]
  useEffect(() => {
    const follow = (): void => network.write(networkKind())
    const connection = connectionOf()
    connection?.addEventListener('change', follow)
    window.addEventListener('online', follow)
    return () => {
      connection?.removeEventListener('change', follow)
      window.removeEventListener('online', follow)
    }
  }, [])
  return { isWaiting: photosWait(isChosen, kind, isNow), network: kind }
}
