import type { NetworkName } from './model.ts'

/**
 * What of the protocol of each network is assumed, because the network publishes nothing about it, as sentences for
 * the settings screen. The adapter of the network states the details.
 */
export const assumed_protocols: Readonly<Record<NetworkName, string>> = {
  'bob-box':
    'Bob Box: list and bookings follow the API of Bob Go; the size codes, the code for the driver and the signature of reports are assumed.',
  'tcg-locker':
    'The Courier Guy: list, bookings, cancellations and reports follow its locker API; that another courier may use the drop-off code, longer storage, and the signature of reports are assumed.',
  'ram-counter': 'RAM: the whole protocol is assumed, because RAM publishes none.',
}
