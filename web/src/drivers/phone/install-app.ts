import { Store } from '../../kit/layers/store.ts'

/** The event with which Chromium browsers offer to install the app; it is not part of the standard types. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>
}

/** The browser's offer to install the app; `null` while there is none. */
export const install_offer = new Store<InstallEvent | null>(null)

// Browsers dispatch it once, soon after the page has loaded, so it must not wait for the Me page.
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  install_offer.write(event as InstallEvent)
})
window.addEventListener('appinstalled', () => install_offer.write(null))

/** Whether the page was opened from the home screen. */
export function isInstalled(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches ||
    (navigator as Navigator & { standalone?: boolean }).standalone === true
  )
}
